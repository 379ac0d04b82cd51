(() => {
  const { none, found: counted } = document.currentScript.dataset;
  const field = document.getElementById("seek"), told = field.parentNode.querySelector("output");
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const shelves = [...document.querySelectorAll("section.game, section.wide")];
  const items = shelves.flatMap((shelf) => [...shelf.querySelectorAll("li")].map((item) => ({
    item, shelf, words: plain(`${shelf.querySelector("h2")?.textContent ?? ""} ${heading(item)} ${item.textContent}`),
  })));
  const answers = document.querySelector("div.answers");
  let asked = "", waiting;
  function heading(item) {
    return item.parentNode.previousElementSibling?.textContent ?? "";
  }
  function seek() {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { item, words } of items) {
      item.hidden = !wanted.every((word) => words.includes(word));
      found += !item.hidden;
    }
    for (const list of document.querySelectorAll("section.game ul, section.wide ul")) {
      const empty = [...list.children].every((item) => item.hidden);
      list.hidden = empty;
      if (list.previousElementSibling?.matches("h2, h3")) list.previousElementSibling.hidden = empty;
    }
    for (const shelf of shelves) {
      shelf.hidden = [...shelf.querySelectorAll("li")].every((item) => item.hidden);
    }
    tell(wanted.length, found);
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(wanted.length, found), 250);
  }
  function tell(wanted, found) {
    const all = found + answers.querySelectorAll("li").length;
    told.textContent = !wanted ? "" : all ? `${counted} ${all}` : none;
  }
  // The clauses that answer, as the page of the question has them; an answer that comes late is let go.
  async function ask(wanted, found) {
    const question = field.value.trim();
    if (question === asked) return;
    asked = question;
    if (question.length < 3) {
      answers.replaceChildren();
      return;
    }
    const page = await fetch(`${field.form.action}?question=${encodeURIComponent(question)}`).catch(() => null);
    if (!page?.ok || question !== asked) return;
    const list = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("section.rules:has(li)");
    if (question !== asked) return;
    for (const item of list ? [...list.querySelectorAll("li")].slice(5) : []) item.remove();
    answers.replaceChildren(...(list ? [list] : []));
    tell(wanted, found);
  }
  field.addEventListener("input", seek);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const first = items.find(({ item }) => !item.hidden)?.item.querySelector("a");
    if (!field.value) event.preventDefault();
    else if (first) {
      event.preventDefault();
      first.click();
    }
  });
  addEventListener("pageshow", seek);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
})();
