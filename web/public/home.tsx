import { Band, Cell, Closing, Frame } from "./frame.tsx";
import { SampleAnswers } from "./sample-answers.tsx";

export function Home() {
  return (
    <Frame>
      <section className="hero">
        <h1>Every answer, with the page it rests on.</h1>
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
      <SampleAnswers />
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
          A question the documents do not answer gets that answer, and joins the list of what is missing.
        </Cell>
        <Cell title="It checks what it wrote">
          Each sentence is checked against the passage it cites. A sentence without support is removed, and
          the answer says so.
        </Cell>
        <Cell title="It keeps to your company">
          Your documents, questions and counts are isolated in the database itself, not just in the interface.
        </Cell>
      </Band>
      <Closing />
    </Frame>
  );
}
