// Before the first paint, so that a dark room stays dark. A file of its own, because the policy allows no inline script.
(function () {
  var night = matchMedia("(prefers-color-scheme: dark)");
  var paint = function () {
    var chosen = null;
    try {
      chosen = localStorage.getItem("mantine-color-scheme-value");
    } catch {
      // no storage, nothing chosen
    }
    var dark = chosen === "dark" || (chosen !== "light" && night.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  paint();
  // a public page has nothing else that follows the evening
  night.addEventListener("change", paint);
})();

// Sent before the script of a form is there: it sends it then (public/lead-form.ts).
document.addEventListener("submit", function () {
  document.documentElement.setAttribute("data-sent", "");
});

// Read by zod when its first schema is made: it would try whether code may be made from text, which the policy forbids
// and the browser reports.
globalThis["__zod_globalConfig"] = { jitless: true };
