// Keeps a page up to date without a reload; the page itself is made by the server.
"use strict";

let shown = document.querySelector("main").innerHTML;

async function refresh() {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("main");
  const kept = document.querySelector("[data-keep]");
  const made = fresh.querySelector("[data-keep]");
  // A payment code stays the one that the person is looking at.
  if (kept && made) made.innerHTML = kept.innerHTML;
  // An unchanged page stays, so that a selection or the focus is not lost.
  if (fresh.innerHTML === shown) return;
  shown = fresh.innerHTML;
  const focused = document.activeElement?.id;
  document.querySelector("main").innerHTML = shown;
  if (focused) document.getElementById(focused)?.focus();
}

setInterval(() => refresh().catch(() => {}), 1500);
