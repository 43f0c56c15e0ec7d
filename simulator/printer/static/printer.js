// Shows new papers without a reload; the page itself is made by the server.
"use strict";

async function refresh() {
  const answer = await fetch("/");
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, fresh] = [document.querySelector("main"), page.querySelector("main")];
  // An unchanged page stays, so that the focus is not lost.
  if (old.dataset.state === fresh.dataset.state) return;
  old.replaceWith(fresh);
  document.title = page.title;
}

setInterval(() => refresh().catch(() => {}), 1500);
