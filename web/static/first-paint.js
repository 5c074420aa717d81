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

// The application of the rendered sign-in (scripts/render-public.ts) is fetched once the sign-in is seen: on a phone both
// at once would share the line and the processor. A frame is never drawn in a hidden tab.
document.addEventListener("DOMContentLoaded", function () {
  var later = document.querySelector('script[type="text/later"]');
  if (later === null) return;
  var fetchApplication = function () {
    var script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = later.getAttribute("src");
    document.head.append(script);
  };
  if (document.hidden || document.documentElement.hasAttribute("data-signed-in")) fetchApplication();
  else
    requestAnimationFrame(function () {
      setTimeout(fetchApplication);
    });
});

// Sent before the application is there: it sends it then (account/typed-before.ts).
document.addEventListener("submit", function () {
  document.documentElement.setAttribute("data-sent", "");
});

// Read by zod when its first schema is made: it would try whether code may be made from text, which the policy forbids
// and the browser reports.
globalThis["__zod_globalConfig"] = { jitless: true };
