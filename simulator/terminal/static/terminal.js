// Keeps the page of a terminal up to date and sends what the person does without a reload.
"use strict";

const panel = document.getElementById("panel");
const here = location.pathname;
let version = panel.dataset.version;
let shown;

// Choices and focus survive a new picture of the terminal.
function show(html) {
  // What has not changed is not read out again.
  if (html === shown) return;
  shown = html;
  const focused = document.activeElement?.id;
  const card = panel.querySelector("[name=card]:checked")?.id;
  const refused = panel.querySelector("#refused")?.checked;
  panel.innerHTML = html;
  const chosen = card && document.getElementById(card);
  if (chosen) chosen.checked = true;
  const box = document.getElementById("refused");
  if (box) box.checked = refused;
  const again = focused && document.getElementById(focused);
  if (again && !again.disabled) again.focus();
}

async function refresh(since) {
  const answer = await fetch(`${here}/panel${since === undefined ? "" : `?since=${since}`}`);
  if (answer.status !== 200) return;
  version = answer.headers.get("x-version");
  show(await answer.text());
}

async function follow() {
  for (;;) {
    try {
      await refresh(version);
      document.body.classList.remove("lost");
    } catch {
      document.body.classList.add("lost");
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}

panel.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  fetch(event.target.action, { method: "POST", body, redirect: "manual" })
    .then(() => refresh())
    .catch(() => document.body.classList.add("lost"));
});

// The number keys of a keyboard are the keys of the terminal.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const special = { Backspace: "key-correct", Escape: "key-cancel" };
  const id = /^[0-9]$/.test(event.key) ? `key-${event.key}` : special[event.key];
  const enters = event.key === "Enter" && !document.activeElement?.matches("button, a, input");
  const key = document.getElementById(enters ? "key-confirm" : id);
  if (!key || key.disabled) return;
  event.preventDefault();
  key.click();
});

follow();
