import { Band, Cell, Frame } from "./frame.tsx";

export function Home() {
  return (
    <Frame>
      <section className="hero">
        <h1>Every answer, with the page it stands on.</h1>
        <p>
          Upload your policies. Your people ask in plain language and get an answer in which each sentence
          points to its source, and a record that shows, years later, what was said and why.
        </p>
        <div className="buttons">
          <a href="/get-started" className="button primary">
            Request a demo
          </a>
          <a href="/learn-more" className="button">
            See how it works
          </a>
        </div>
      </section>
      <SampleAnswer />
      <Band title="Made for people who have to be right">
        <Cell title="Banking">
          Identification, disclosures and complaints, answered the same way in every branch and on every line.
        </Cell>
        <Cell title="Insurance">
          Waivers, state supplements and claims rules, with the paragraph beside the answer.
        </Cell>
        <Cell title="Pharmaceutical">
          Procedures and product information, by version, with the record an inspector asks for.
        </Cell>
        <Cell title="Biotech">
          Protocols and deviations found in seconds, from the document that is in force today.
        </Cell>
        <Cell title="Manufacturing">
          Safety, warranty and returns rules for the floor, the dealer and the service desk.
        </Cell>
      </Band>
      <Band title="From a folder of policies to an answer">
        <Cell title="Upload">
          PDF, Word and text. You see what was read: pages, tables, and what could not be.
        </Cell>
        <Cell title="Ask">In plain language, narrowed to a product, a partner or a state.</Cell>
        <Cell title="Prove">Open the page, see the sentence, export the record.</Cell>
      </Band>
      <Band title="Honest by construction">
        <Cell title="It says when it does not know">
          A question the documents do not answer gets that answer, and lands on the list of what is missing.
        </Cell>
        <Cell title="It checks what it wrote">
          Each sentence is checked against the passage it cites. One without support is taken out, and the
          answer says so.
        </Cell>
        <Cell title="It keeps to your company">
          Your documents, questions and counts are isolated in the database itself, not just in the interface.
        </Cell>
      </Band>
    </Frame>
  );
}

/** The product's own answer over its demonstration documents (`npm start`, theme 'Customer Support - Electronics'). */
function SampleAnswer() {
  return (
    <figure className="answer" aria-label="A sample answer with its sources">
      <div>
        <h2>How do I identify a caller who wants to change the delivery address?</h2>
        <p className="said">
          <b className="heading">6.4 Identifying a caller:</b>{" "}
          <b className="lit">
            A caller is identified by the order number and two of the following three facts: the e-mail
            address of the order, the delivery ZIP code, and the last four digits of the card. If the caller
            wants to change the delivery address or the e-mail address, the agent also sends a one-time code
            to the phone number on file and has it read back.
          </b>{" "}
          An agent never reads out any of these facts to the caller, and never asks for a full card number, a
          card security code or a password.<sup>1</sup>
        </p>
        <p className="also">Also relevant</p>
        <p className="said further">
          <b className="heading">6.5 Callers who cannot be identified:</b>{" "}
          <b>
            A caller who fails identification twice in one day is asked to visit a store with photo
            identification or to call again after 24 hours.
          </b>{" "}
          The agent notes “ID failed” on the order and gives no information about it.<sup>2</sup>
        </p>
        <p className="confirmed">2 passages quoted word for word</p>
      </div>
      <ol>
        <li>
          <b>1</b>
          <div>
            <strong>Returns and Refunds Policy.pdf</strong>
            <span>page 6 · 6.4 Identifying a caller</span>
            <q>If the caller wants to change the delivery address or the e-mail address, the agent also …</q>
          </div>
        </li>
        <li>
          <b>2</b>
          <div>
            <strong>Returns and Refunds Policy.pdf</strong>
            <span>page 6 · 6.5 Callers who cannot be identified</span>
            <q>A caller who fails identification twice in one day is asked to visit a store …</q>
          </div>
        </li>
      </ol>
    </figure>
  );
}
