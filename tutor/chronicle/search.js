"use strict";
// Finds rules and steps by words, in both languages, with or without accents; the index lies in `search.js` of the site.
(() => {
  const plain = s => s.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/œ/g, "oe");
  const field = document.getElementById("q"), list = document.getElementById("found"), count = document.getElementById("n");
  const words = INDEX.map(one => [plain(one.slice(1, 4).join(" ")), plain(one.slice(4).join(" "))]);
  const lang = () => document.querySelector(".langs input:checked").value;
  function search() {
    const asked = plain(field.value).split(/[^\p{L}\p{N}.]+/u).filter(one => one.length > 1);
    const found = asked.length ? words.map((w, n) => [asked.reduce((s, one) => s + (w[0].includes(one) ? 4 : w[1].includes(one) ? 1 : -9), 0), n]) : [];
    const best = found.filter(([s]) => s > 0).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
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
