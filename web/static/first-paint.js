// Sets the color scheme before the first paint, so that dark mode never flashes white. A separate file, because the
// policy allows no inline script.
(function () {
  var night = matchMedia("(prefers-color-scheme: dark)");
  var paint = function () {
    var chosen = null;
    try {
      chosen = localStorage.getItem("mantine-color-scheme-value");
    } catch {
      // without storage, nothing was chosen
    }
    var dark = chosen === "dark" || (chosen !== "light" && night.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  paint();
  // nothing else on a public page follows a change of the system's color scheme
  night.addEventListener("change", paint);
})();

// Remembers a form submitted before its script has loaded; the script then sends it (public/lead-form.ts).
document.addEventListener("submit", function () {
  document.documentElement.setAttribute("data-sent", "");
});

// Read by zod when the first schema is made: by default it tests whether `new Function` works, which the policy forbids
// and the browser reports.
globalThis["__zod_globalConfig"] = { jitless: true };
