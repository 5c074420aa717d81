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

// The sign-in is rendered at build time; whoever is signed in goes on and need not see it.
try {
  if (localStorage.getItem("sessionToken") !== null)
    document.documentElement.setAttribute("data-signed-in", "");
} catch {
  // no storage, nobody signed in
}

// The application of the rendered sign-in (scripts/render-public.ts) is fetched once the sign-in is seen: on a phone both
// at once would share the line and the processor. All its parts are fetched at once and run one by one, between which the
// page answers: in one piece they held a slow phone for half a second. A frame is never drawn in a hidden tab.
document.addEventListener("DOMContentLoaded", function () {
  var later = document.querySelector('script[type="text/later"]');
  if (later === null) return;
  var runAtOnce = function () {
    var script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = later.getAttribute("src");
    document.head.append(script);
  };
  var runInSteps = async function () {
    var parts = later.dataset.parts.split(" ");
    parts.forEach(function (part) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.crossOrigin = "";
      link.href = part;
      document.head.append(link);
    });
    for (var part of parts) {
      await import(part);
      await new Promise(setTimeout);
    }
  };
  if (document.hidden || document.documentElement.hasAttribute("data-signed-in")) runAtOnce();
  else
    requestAnimationFrame(function () {
      setTimeout(runInSteps);
    });
});

// Sent before the script of a form is there: it sends it then (account/typed-before.ts, public/lead-form.ts).
document.addEventListener("submit", function () {
  document.documentElement.setAttribute("data-sent", "");
});

// Pressed before the application is there, or while it comes: it presses its own then, by the place in the form. The
// button that sends is the form's own matter, above, once its fields are filled; here it counts only while it is held down.
(function () {
  var root = document.documentElement;
  var placeOf = function (event) {
    var button = event.target instanceof Element && event.target.closest("#app[data-rendered] form button");
    return button ? Array.prototype.indexOf.call(button.form.elements, button) : null;
  };
  var hold = function (place) {
    if (place === null) root.removeAttribute("data-held");
    else root.setAttribute("data-held", place);
  };
  document.addEventListener("pointerdown", function (event) {
    hold(event.button === 0 ? placeOf(event) : null);
  });
  ["pointerup", "pointercancel"].forEach(function (end) {
    document.addEventListener(end, function () {
      hold(null);
    });
  });
  document.addEventListener("click", function (event) {
    var place = placeOf(event);
    if (place === null || event.target.closest("button").type === "submit") return;
    root.setAttribute("data-pressed", ((root.getAttribute("data-pressed") || "") + " " + place).trim());
  });
})();

// Read by zod when its first schema is made: it would try whether code may be made from text, which the policy forbids
// and the browser reports.
globalThis["__zod_globalConfig"] = { jitless: true };
