// Before the first paint, so that a dark room stays dark. A file of its own, because the policy allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    chosen = null;
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();

// The sign-in is rendered at build time; whoever is signed in goes on and need not see it.
try {
  if (localStorage.getItem("sessionToken") !== null)
    document.documentElement.setAttribute("data-signed-in", "");
} catch {
  // no storage, nobody signed in
}

// Sent before the application is there: it sends it then (account/typed-before.ts).
document.addEventListener("submit", function () {
  document.documentElement.setAttribute("data-sent", "");
});

// Read by zod when its first schema is made: it would try whether code may be made from text, which the policy forbids
// and the browser reports.
globalThis["__zod_globalConfig"] = { jitless: true };
