import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "#web/tokens.css";
import "./page.css";
import "./sections.css";
import "./sample-answer.css";
import "./demo-form.css";
import { bindLeadForm } from "./lead-form.ts";
import { bindSamples } from "./samples-script.ts";

// a signed-in visitor of the landing page continues to the application (docs/specification/public-pages.md)
if (
  location.pathname === "/" &&
  localStorage.getItem("sessionToken") !== null &&
  localStorage.getItem("user") !== null
) {
  location.replace("/dashboard");
}

const form = document.querySelector<HTMLFormElement>("form[data-lead]");
if (form !== null) bindLeadForm(form);

const samples = document.querySelector<HTMLElement>("[data-samples]");
if (samples !== null) bindSamples(samples);
