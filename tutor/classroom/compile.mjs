// Compiles the Python files of an archive by the very Python that will run them: `node compile.mjs PYODIDE IN OUT`.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, given, made] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/given.zip", fs.readFileSync(given));
python.runPython(`
import py_compile, sys, zipfile
site = f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages/"
with zipfile.ZipFile("/given.zip") as old, zipfile.ZipFile("/made.zip", "w") as new:
    for name in old.namelist():
        data = old.read(name)
        if name.endswith(".py"):
            with open("/one.py", "wb") as file:
                file.write(data)
            unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile("/one.py", "/one.pyc", dfile=site + name, doraise=True, invalidation_mode=unchecked)
            with open("/one.pyc", "rb") as file:
                data = file.read()
            name += "c"
        new.writestr(name, data)
`);
fs.writeFileSync(made, python.FS.readFile("/made.zip"));
