// Compiles the Python files of archives by the very Python that will run them:
// `node compile.mjs PYODIDE ARCHIVE FOLDER [ARCHIVE FOLDER ...]`, each in its place; FOLDER is where it will lie.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [home, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(home, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: home });
python.runPython(`
import py_compile, zipfile

def compiled(folder):
    with zipfile.ZipFile("/given.zip") as old, zipfile.ZipFile("/made.zip", "w") as new:
        for one in old.infolist():
            data, name = old.read(one), one.filename
            if name.endswith(".py"):
                with open("/one.py", "wb") as file:
                    file.write(data)
                unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile("/one.py", "/one.pyc", folder + name, doraise=True, invalidation_mode=unchecked)
                with open("/one.pyc", "rb") as file:
                    data = file.read()
                name += "c"
            new.writestr(zipfile.ZipInfo(name, one.date_time), data)
`);
const compiled = python.globals.get("compiled");
for (let n = 0; n < given.length; n += 2) {
  python.FS.writeFile("/given.zip", fs.readFileSync(given[n]));
  compiled(given[n + 1]);
  fs.writeFileSync(given[n], python.FS.readFile("/made.zip"));
}
