/* Shuffles the options, the same on both sides, and marks the one that was chosen.
   Without it the card shows the options in the author's order, judged on the back. */
(function () {
  "use strict";
  var card = document.querySelector(".srs");
  var list = card && card.querySelector(".options");
  if (!list) { return; }
  var rows = Array.prototype.slice.call(list.children);
  var front = card.getAttribute("data-side") === "front";
  var question = hash(card.querySelector(".question").textContent);

  /* What the front leaves for the back, in the session's storage. Where there is none it stays in
     the window, and both sides take their seed from the question and the date, because the window
     may be another on the back; then the back does not know the choice. */
  var KEY = "srsChoice";
  var shown = front ? null : recall();
  if (!shown) {
    shown = { question: question, seed: Math.floor(Math.random() * 4294967296), chosen: -1 };
    if (!front || !keep()) { shown.seed = hash(question + new Date().toDateString()); }
  }

  shuffle(shown.seed);
  if (front) {
    rows.forEach(function (row, index) {
      row.classList.add("tappable"); /* or else phones take the tap for a gesture of theirs */
      row.addEventListener("click", function () { choose(index); });
    });
    list.classList.add("live");
  } else if (shown.question === question && rows[shown.chosen]) {
    rows[shown.chosen].classList.add("chosen");
  }

  function choose(index) {
    shown.chosen = shown.chosen === index ? -1 : index;
    rows.forEach(function (row, other) {
      row.classList.toggle("chosen", other === shown.chosen);
    });
    keep();
  }

  /* Fisher-Yates among the options that may move; the others keep their places. */
  function shuffle(seed) {
    var order = rows.slice();
    var places = [];
    rows.forEach(function (row, index) {
      if (!row.hasAttribute("data-stays")) { places.push(index); }
    });
    for (var last = places.length - 1; last > 0; last--) {
      seed = next(seed);
      var other = Math.floor(seed / 4294967296 * (last + 1));
      var row = order[places[last]];
      order[places[last]] = order[places[other]];
      order[places[other]] = row;
    }
    order.forEach(function (row) { list.appendChild(row); });
  }

  /* Scatters 32 bits (the finaliser of MurmurHash3). */
  function next(seed) {
    seed = (seed + 0x9e3779b9) | 0;
    seed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
    seed = Math.imul(seed ^ (seed >>> 13), 0xc2b2ae35);
    return (seed ^ (seed >>> 16)) >>> 0;
  }

  function hash(text) {
    var number = 0;
    for (var i = 0; i < text.length; i++) { number = next(number ^ text.charCodeAt(i)); }
    return number;
  }

  function keep() {
    window[KEY] = shown;
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify(shown));
      return true;
    } catch (error) {
      return false;
    }
  }

  function recall() {
    try {
      return JSON.parse(window.sessionStorage.getItem(KEY));
    } catch (error) {
      return window[KEY];
    }
  }
})();
