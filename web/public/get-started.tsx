import { budgets, companySizes, industries, timeframes } from "#contract/operation/leads.ts";
import { Frame } from "./frame.tsx";

const industryNames = {
  "financial-services": "Financial Services",
  healthcare: "Healthcare",
  insurance: "Insurance",
  legal: "Legal",
  manufacturing: "Manufacturing",
  technology: "Technology",
  consulting: "Consulting",
  government: "Government",
  other: "Other",
} satisfies Record<(typeof industries)[number], string>;

const timeframeNames = {
  immediately: "Immediately",
  "1-3-months": "1-3 months",
  "3-6-months": "3-6 months",
  "6-12-months": "6-12 months",
  exploring: "Just exploring",
} satisfies Record<(typeof timeframes)[number], string>;

const budgetNames = {
  "under-10k": "Under $10k",
  "10k-50k": "$10k - $50k",
  "50k-100k": "$50k - $100k",
  "100k-250k": "$100k - $250k",
  "250k+": "$250k+",
  "prefer-not-to-say": "Prefer not to say",
} satisfies Record<(typeof budgets)[number], string>;

export function GetStarted() {
  return (
    <Frame>
      <div className="lead">
        <h1>Request a demo</h1>
        <p>A 30-minute demo, with your questions. We follow up within 24 hours.</p>
        {/* the server fills in data-stamp on request (server/http/serve-web.ts) */}
        {/* until its script has loaded the form goes nowhere: 'dialog' sends nothing, and nothing into the URL */}
        <form className="sheet" method="dialog" data-lead data-stamp="" noValidate>
          <div className="fields">
            <Input name="firstName" label="First name" autoComplete="given-name" required />
            <Input name="lastName" label="Last name" autoComplete="family-name" required />
            {/* with a domain, as the server asks: a browser takes an address without one */}
            <Input
              name="email"
              label="Work email"
              type="email"
              pattern=".+@.+\..+"
              autoComplete="email"
              required
            />
            <Input name="phone" label="Phone" type="tel" autoComplete="tel" />
            <Input name="company" label="Company" autoComplete="organization" required />
            <Input name="jobTitle" label="Job title" autoComplete="organization-title" />
            <Choice
              name="industry"
              label="Industry"
              options={industries.map((value) => [value, industryNames[value]])}
            />
            <Choice
              name="companySize"
              label="Company size"
              options={companySizes.map((value) => [value, `${value} employees`])}
            />
            <label className="field wide">
              <span>
                What would you use it for? <i aria-hidden="true">*</i>
              </span>
              <textarea name="useCase" rows={4} required maxLength={4000} />
            </label>
            <Choice
              name="timeframe"
              label="Timeframe"
              options={timeframes.map((value) => [value, timeframeNames[value]])}
            />
            <Choice
              name="budget"
              label="Budget"
              options={budgets.map((value) => [value, budgetNames[value]])}
            />
          </div>
          <label className="trap" aria-hidden="true">
            Website <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
          <button type="submit" className="button primary send">
            Request a demo
          </button>
          <noscript>
            <p>This form needs JavaScript. You can also write to demo@footnote.example.</p>
          </noscript>
        </form>
        <template data-thanks="">
          <section className="sheet" role="status" tabIndex={-1}>
            <h1>Thank you for your interest!</h1>
            <p className="said">We'll be in touch within 24 hours to discuss your requirements.</p>
            <p className="said">
              We'll write to <b data-address="" />.
            </p>
            <div className="buttons send">
              <a href="/" className="button primary">
                Back to home
              </a>
              <a href="/learn-more" className="button">
                How it works
              </a>
            </div>
          </section>
        </template>
      </div>
    </Frame>
  );
}

function Input({
  name,
  label,
  required = false,
  ...rest
}: {
  name: string;
  label: string;
  type?: string;
  pattern?: string;
  autoComplete: string;
  required?: boolean;
}) {
  return (
    <label className="field">
      <span>
        {label} {required && <i aria-hidden="true">*</i>}
      </span>
      <input name={name} required={required} {...rest} />
    </label>
  );
}

function Choice({ name, label, options }: { name: string; label: string; options: [string, string][] }) {
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} defaultValue="">
        <option value="">Select</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
