// How the page starts: Home stands at once; Python is read from the folder's own files meanwhile, and from nowhere else.
"use strict";

const WORDS = JSON.parse(document.getElementById("words").textContent);
const PARTS = JSON.parse(document.getElementById("parts").textContent);
const $ = (id) => document.getElementById(id);
const parts = new Map();

/** A file of the folder says what is in it: a script can be read where nothing else can, from a disk without a server. */
function part(name, text) { parts.set(name, text); }

/** What the browser keeps from one time to the next; where it keeps nothing it is said once. */
const kept = {
  get(name) { try { return localStorage.getItem(`tutor.${name}`) ?? ""; } catch { return ""; } },
  set(name, value) { try { localStorage.setItem(`tutor.${name}`, value); } catch { tell(say("not-kept")); } },
};

let lang = kept.get("lang") || (navigator.language?.startsWith("fr") ? "fr" : document.documentElement.lang || "en");
let pupil = null, opening = Promise.resolve(), open = "";
const page = new Page();
const say = (kind) => WORDS[lang][kind];
const learner = () => kept.get("learner");
const tell = (text) => { $("told").textContent = text; };

// -- Python -------------------------------------------------------------------------------------------------------
function script(source) {
  return new Promise((read, failed) => {
    const one = document.createElement("script");
    one.src = source; one.onload = read; one.onerror = () => failed(new Incomplete(source));
    document.head.append(one);
  });
}
class Incomplete extends Error {}
/** What an error says, without where in Python it was found. */
const last = (error) => String(error.message ?? error).split("\n").filter(Boolean).pop();

/** What a part holds: base64 of gzip. */
async function unpacked(name) {
  const text = atob(parts.get(name)), bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  parts.delete(name);
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function python() {
  await Promise.all(["pyodide", ...PARTS.parts].map((name) => script(`parts/${name}.js`)));
  const [wasm, library, module, site] = await Promise.all(["wasm", "library", "module", "site"].map(unpacked));
  const files = { "pyodide.asm.wasm": [wasm, "application/wasm"], "python_stdlib.zip": [library, "application/zip"] };
  const own = globalThis.fetch;
  globalThis.fetch = async (what) => {      // Pyodide asks for its files by name: they are here already
    const found = files[String(what.url ?? what).split("/").pop()];
    if (!found) throw new Error(`not in the folder: ${what}`);
    return new Response(found[0], { headers: { "Content-Type": found[1] } });
  };
  try {
    const { default: createPyodideModule } = await page.loaded(new TextDecoder().decode(module));
    const base = new URL("parts/", location.href).href;
    const made = await loadPyodide({ indexURL: base, packageBaseUrl: base, createPyodideModule, lockFileContents: PARTS.lock });
    made.unpackArchive(site.buffer, "zip", { extractDir: PARTS.site });
    return made;
  } finally { globalThis.fetch = own; }
}

async function begin() {
  const made = await python();
  let found = null;
  const keep = (base, won) => { kept.set("progress", base); kept.set(`won.${learner()}`, won); stars(); if (found) reportSoon(found); };
  const start = made.pyimport("tutor.classroom.pupil").start;
  found = start((told) => page.told(told), keep, save, kept.get("progress"));
  page.engine = (...deed) => { found.hear(...deed); if (deed[1] === "click") reportSoon(found); };
  page.failed = (error) => { console.error(error); tell(last(error)); };
  addEventListener("storage", (event) => { if (event.key === "tutor.progress" && event.newValue) found.take(event.newValue); });
  return found;
}

// -- the teacher's machine -----------------------------------------------------------------------------------------
const REPORT = document.documentElement.dataset.report;   // where a server of a room is told how one gets on
const AGAIN = 5000;
let waiting = null;

/** Says how the learner stands; what is not heard is said again, and nothing else waits for it. */
async function report(found) {
  if (!REPORT) return;
  if (!learner()) { tell(say("name-wanted")); return; }
  clearTimeout(waiting);
  if (!kept.get("browser")) kept.set("browser", String(Math.random()).slice(2));
  const said = { learner: learner(), browser: kept.get("browser"), hand_in: found.hand_in(learner()), where: JSON.parse(found.where()) };
  try {
    const heard = await fetch(REPORT, { method: "POST", body: JSON.stringify(said) });
    if (!heard.ok) throw new Error(heard.status);
    if ($("told").textContent === say("not-heard")) tell("");
  } catch { tell(say("not-heard")); waiting = setTimeout(() => report(found), AGAIN); }
}
let soon = null;
const reportSoon = (found) => { clearTimeout(soon); soon = setTimeout(() => report(found), 300); };

const started = () => (pupil ??= begin());

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function failed(error) {
  console.error(error);
  $("rendered_cells").innerHTML = "";
  const told = document.createElement("div");
  told.className = "wait"; told.setAttribute("role", "alert");
  told.textContent = `${say(error instanceof Incomplete ? "incomplete" : "failed")} (${last(error)})`;
  $("rendered_cells").append(told);
}

// -- what is open ---------------------------------------------------------------------------------------------------
function wait() {
  $("rendered_cells").innerHTML = "";
  const told = document.createElement("div");
  told.className = "wait"; told.setAttribute("role", "status");
  told.textContent = say(page.peers.size ? "wait" : "wait-first");
  $("rendered_cells").append(told);
}

/** What the address names, one after the other. */
function turn(again = false) {
  const [, kind, ...name] = decodeURIComponent(location.hash).split("/");
  const wanted = kind && name.length ? [kind, name.join("/")] : null;
  const key = wanted ? JSON.stringify([...wanted, lang, learner()]) : "";
  if (key === open && !again) return;
  open = key;
  document.body.classList.toggle("opened", !!wanted);
  tell("");
  if (wanted) wait();
  opening = opening.then(async () => {
    if (key !== open) return;
    if (!wanted) { if (pupil) (await pupil).leave(); stars(); return; }
    const found = await started();
    await new Promise((then) => setTimeout(then));     // what is told to wait for is painted first
    if (key !== open) return;
    const id = found.open(...wanted, lang, learner());
    $("rendered_cells").replaceChildren(page.peers.get(id).el);
  }).catch(failed);
}

/** The stars of whoever learns, at each lesson of Home. */
function stars() {
  const won = JSON.parse(kept.get(`won.${learner()}`) || "{}");
  for (const link of document.querySelectorAll('a[href^="#/learn/"]')) {
    const lesson = decodeURIComponent(link.getAttribute("href").slice("#/learn/".length));
    let told = link.parentNode.querySelector(".won");
    if (!told) { told = document.createElement("span"); told.className = "won"; link.after(" ", told); }
    told.textContent = won[lesson] ?? "";
  }
}

function speak(tongue) {
  lang = tongue;
  kept.set("lang", lang);
  document.documentElement.lang = lang;
  for (const one of document.querySelectorAll("[data-in]")) one.hidden = one.dataset.in !== lang;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = say(one.dataset.hint);
  document.title = say("title");
}

// -- the bar --------------------------------------------------------------------------------------------------------
function listen() {
  $("learner").value = learner();
  $("who").addEventListener("submit", (event) => {
    event.preventDefault();
    kept.set("learner", $("learner").value.trim().replace(/\s+/g, " "));
    $("learner").value = learner(); $("learner").blur();
    tell(""); stars(); turn();
  });
  $("tongue").addEventListener("click", () => { speak(lang === "fr" ? "en" : "fr"); turn(); });
  $("hand-in").addEventListener("click", async () => {
    if (!learner()) { tell(say("hand-in-name")); $("learner").focus(); return; }
    try { save(`${learner()}.json`, (await started()).hand_in(learner())); tell(say("hand-in-done")); } catch (error) { tell(last(error)); }
  });
  for (const form of document.querySelectorAll(".rules form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const told = form.parentNode.querySelector("output"), asked = form.elements.question.value.trim();
      if (!asked) return;
      told.textContent = say("wait");
      try {
        const found = await started();
        await new Promise((then) => setTimeout(then));
        told.innerHTML = found.ask(asked, lang, form.elements.game.value);
      } catch (error) { told.textContent = last(error); }
    });
  }
  addEventListener("hashchange", () => turn());
}

speak(WORDS[lang] ? lang : "en");
listen();
stars();
turn();
requestAnimationFrame(() => setTimeout(() => started().catch((error) => { if (document.body.classList.contains("opened")) failed(error); else tell(say(error instanceof Incomplete ? "incomplete" : "failed")); }), 50));
