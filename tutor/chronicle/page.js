"use strict";
// Shows one step at a time, moves the board, and tells rules and terms where one points. Without it the page is read.
(() => {
  const root = document.documentElement, all = (q, e = document) => [...e.querySelectorAll(q)];
  const pages = all("main article"), byId = new Map(pages.map(p => [p.id, p]));
  const tip = document.querySelector(".tip"), spoken = document.querySelector(".spoken");
  const first = pages[0], last = all("main > .step").at(-1) ?? pages.at(-1);
  let now = null, view = null;
  root.classList.add("stepping");
  document.querySelector(".keys").hidden = false;

  // -- steps
  function show(id, focus) {
    const page = byId.get(id) ?? byId.get(document.getElementById(id)?.closest("article")?.id) ?? first;
    if (page !== now) {
      now?.classList.remove("now");
      now = page;
      now.classList.add("now");
      spoken.textContent = [...(now.querySelector("h1,h2,h3")?.innerText ?? "")].join("").replace(/\s+/g, " ");
      now.querySelector(".beside")?.scrollTo(0, 0);
      if (focus) now.focus({preventScroll: true});
    }
    for (const a of all(".steps a")) a.toggleAttribute("aria-current", a.hash === "#" + now.id);
    for (const b of all("[data-do]")) b.disabled = ({first: now === first, back: !now.dataset.back, next: !now.dataset.next,
      last: now === last})[b.dataset.do] ?? (["closer", "farther", "whole"].includes(b.dataset.do) && !board());
    root.classList.remove("listing");
    hide();
    look();
  }
  function go(id) {
    if (!id || id === now.id) return;
    history.replaceState(null, "", "#" + id);
    show(id, true);
  }
  const back = () => go(now.dataset.back), on = () => go(now.dataset.next);

  // -- the board: a window on it, the same from step to step
  const numbers = box => box.split(" ").map(Number);
  const board = () => now.querySelector(".board svg");
  function look() {
    const svg = board();
    if (!svg) return;
    svg.dataset.near ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", view ? view.join(" ") : svg.dataset.near);
  }
  function zoom(by, x = .5, y = .5) {
    const svg = board();
    if (!svg) return;
    const whole = numbers(svg.dataset.whole), v = view ?? numbers(svg.dataset.near);
    const wide = Math.max(whole[2] / 24, v[2] * by), tall = wide * v[3] / v[2];
    view = wide >= whole[2] ? whole : [v[0] + (v[2] - wide) * x, v[1] + (v[3] - tall) * y, wide, tall];
    look();
  }
  function point(e) {
    const m = board().getScreenCTM(), v = view ?? numbers(board().dataset.near);
    return [((e.clientX - m.e) / m.a - v[0]) / v[2], ((e.clientY - m.f) / m.d - v[1]) / v[3]];
  }
  let quiet = 0;
  addEventListener("wheel", e => {
    const over = e.target.closest?.(".board");
    if (!over) return;
    e.preventDefault();
    if (e.ctrlKey || e.metaKey) return zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, ...point(e));
    if (Math.abs(e.deltaY) < 4 || e.timeStamp < quiet) return;
    quiet = e.timeStamp + 250;
    e.deltaY > 0 ? on() : back();
  }, {passive: false});

  // -- fingers: one moves a board that is closer, else turns the step; two bring it closer
  const fingers = new Map();
  let begun = null, far = 0;
  addEventListener("pointerdown", e => {
    if (!e.target.closest?.("main") || (e.pointerType === "mouse" && !e.target.closest(".board"))) return;
    fingers.set(e.pointerId, e);
    begun = {x: e.clientX, y: e.clientY, on: e.target.closest(".board"), several: fingers.size > 1};
    if (fingers.size === 2) far = apart();
  });
  const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY); };
  addEventListener("pointermove", e => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    fingers.set(e.pointerId, e);
    if (fingers.size === 2 && begun?.on) {
      const wide = apart(), [a, b] = [...fingers.values()];
      if (far && wide) zoom(far / wide, ...point({clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2}));
      far = wide;
      begun.several = true;
    } else if (view && begun?.on) {
      const m = board().getScreenCTM();
      view = [view[0] - (e.clientX - before.clientX) / m.a, view[1] - (e.clientY - before.clientY) / m.d, view[2], view[3]];
      look();
    }
  });
  const lift = e => {
    if (!fingers.delete(e.pointerId) || !begun || fingers.size) return;
    const x = e.clientX - begun.x, y = e.clientY - begun.y, moved = begun.on && view;
    if (e.type === "pointerup" && !begun.several && !moved && Math.abs(x) > 48 && Math.abs(x) > 1.6 * Math.abs(y)) x < 0 ? on() : back();
    begun = null;
  };
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", lift);

  // -- keys and buttons
  const list = () => root.classList.toggle("listing");
  const does = {first: () => go(first.id), back, next: on, last: () => go(last.id), closer: () => zoom(1 / 1.4),
    farther: () => zoom(1.4), whole: () => { view = view || !board() ? null : numbers(board().dataset.whole); look(); }, contents: list, print: () => print()};
  const keys = {ArrowRight: on, ArrowLeft: back, PageDown: on, PageUp: back, Home: does.first, End: does.last,
    "+": does.closer, "=": does.closer, "-": does.farther, "0": does.whole};
  addEventListener("keydown", e => {
    if (e.key === "Escape") { hide(); root.classList.remove("listing"); return; }
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches?.("input,pre")) return;
    const act = keys[e.key];
    if (act) { e.preventDefault(); act(); }
  });
  addEventListener("click", e => {
    const button = e.target.closest("[data-do]"), a = e.target.closest('a[href^="#"]');
    if (button) does[button.dataset.do]();
    else if (a?.matches("main .cite,main .term")) { e.preventDefault(); tell(a); }
    else if (a) {
      e.preventDefault();
      const id = decodeURIComponent(a.hash.slice(1));
      history.pushState(null, "", "#" + id);
      show(id, true);
      if (!byId.has(id)) document.getElementById(id)?.scrollIntoView();
    }
  });
  addEventListener("popstate", () => show(decodeURIComponent(location.hash.slice(1)), true));

  // -- what a rule says, what a word means: in both languages
  function tell(a) {
    const at = document.getElementById(decodeURIComponent(a.hash.slice(1)));
    if (!at) return;
    tip.innerHTML = at.outerHTML.replace(/ id="[^"]*"/, "") + (at.tagName === "DT" ? at.nextElementSibling.outerHTML : "");
    tip.classList.toggle("both", a.matches(".cite,.term"));
    tip.hidden = false;
    a.setAttribute("aria-describedby", "tip");
    const box = a.getBoundingClientRect(), size = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(box.left, innerWidth - size.width - 4)) + "px";
    tip.style.top = (box.bottom + size.height + 8 < innerHeight ? box.bottom + 6 : Math.max(4, box.top - size.height - 6)) + "px";
  }
  function hide() {
    tip.hidden = true;
    all("[aria-describedby=tip]").forEach(a => a.removeAttribute("aria-describedby"));
  }
  const marked = e => e.target.closest?.("main .cite,main .term,main .src");
  addEventListener("mouseover", e => { const a = marked(e); a ? tell(a) : e.target.closest?.(".tip") || hide(); });
  addEventListener("focusin", e => { const a = marked(e); a ? tell(a) : hide(); });

  // -- language, and whether a page is to be read on paper
  for (const input of all(".langs input")) input.addEventListener("change", () => { root.lang = input.value; });
  let closed = [];
  addEventListener("beforeprint", () => { closed = all("main details:not([open]):not(.file)"); closed.forEach(d => d.open = true); });
  addEventListener("afterprint", () => closed.forEach(d => d.open = false));
  show(decodeURIComponent(location.hash.slice(1)), false);
})();
