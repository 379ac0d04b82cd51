(() => {
  const { none, found: counted } = document.currentScript.dataset;
  const field = document.getElementById("seek"), told = field.parentNode.querySelector("output");
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const shelves = [...document.querySelectorAll("section.game, section.wide")];
  const items = shelves.flatMap((shelf) => [...shelf.querySelectorAll("li")].map((item) => ({
    item, shelf, words: plain(`${shelf.querySelector("h2")?.textContent ?? ""} ${heading(item)} ${item.textContent}`),
  })));
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
    told.textContent = !wanted.length ? "" : found ? `${counted} ${found}` : none;
  }
  field.addEventListener("input", seek);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const first = items.find(({ item }) => !item.hidden)?.item.querySelector("a");
    if (field.value && first) first.click();
  });
  addEventListener("pageshow", seek);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
})();
