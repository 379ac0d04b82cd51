"use strict";
// Finds rules and steps by words, in both languages, with or without accents; the index lies in `search.js` of the site.
(() => {
  const plain = s => s.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/œ/g, "oe");
  const field = document.getElementById("q"), list = document.getElementById("found"), count = document.getElementById("n");
  const words = INDEX.map(one => [plain(one.slice(1, 4).join(" ")), plain(one.slice(4).join(" "))]);
  const lang = () => document.querySelector(".langs input:checked").value;
  function search() {
    const asked = plain(field.value).split(/[^\p{L}\p{N}.]+/u).filter(one => one.length > 1);
    const one = (w, word) => ` ${w[0]} `.includes(` ${word} `) ? (/\d/.test(word) ? 40 : 16) : w[0].includes(word) ? 14 : w[1].includes(word) ? 11 : 0;
    const worth = w => asked.reduce((sum, word) => sum + one(w, word), 0);
    const best = words.map((w, n) => [worth(w), n]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    const fr = lang() === "fr";
    count.textContent = asked.length ? String(best.length) : "";
    list.replaceChildren(...best.slice(0, 40).map(([, n]) => {
      const [where, name, tf, te, gf, ge] = INDEX[n], item = document.createElement("li"), a = document.createElement("a");
      a.href = where;
      a.textContent = `${name} · ${fr ? tf : te}`;
      item.append(a, ` ${(fr ? gf : ge).slice(0, 220)}`);
      return item;
    }));
  }
  field.disabled = false;
  field.addEventListener("input", search);
  document.querySelector(".langs").addEventListener("change", search);
})();
