import { Band, Cell, Frame } from "./frame.tsx";

export function LearnMore() {
  return (
    <Frame>
      <section className="hero">
        <h1>How a policy becomes an answer</h1>
        <p>
          Four steps, one record. Nothing is answered from general knowledge, and nothing is answered without
          a source.
        </p>
        <div className="buttons">
          <a href="/get-started" className="button primary">
            Request a demo
          </a>
        </div>
      </section>
      <Band title="Four steps">
        <Cell number={1} title="Upload">
          Drop PDF, Word and text files on a theme. Each one gets a receipt: pages, tables, words, and what
          could not be read, with the reason.
        </Cell>
        <Cell number={2} title="The AI learns">
          Documents are cut along their own structure, indexed for their theme only, and tagged by partner,
          product, topic and state.
        </Cell>
        <Cell number={3} title="Ask">
          Staff, agents and partners ask as they speak. Tags narrow the question to the product or the state
          it is about.
        </Cell>
        <Cell number={4} title="Get answers">
          The answer arrives with footnotes. Each mark opens the document at the sentence it rests on.
        </Cell>
      </Band>
      <Band title="Security">
        <Cell title="Fenced by the database">
          Every row belongs to a company, and PostgreSQL itself refuses to show it to another one.
        </Cell>
        <Cell title="Keys kept encrypted">
          Model keys are encrypted with your installation's own master key and are never shown again.
        </Cell>
        <Cell title="A record that stays">
          Sign-ins, uploads, questions, answers and changes are written down in the same step as they happen.
        </Cell>
      </Band>
      <Band title="Access">
        <Cell title="Least privilege">
          An agent sees the themes assigned to it and nothing else. The server decides, not the screen.
        </Cell>
        <Cell title="Your roles">
          Super admins run the platform, workspace admins their company, agents ask.
        </Cell>
        <Cell title="Sessions that end">
          A change of role, password or status takes effect on the very next call.
        </Cell>
      </Band>
      <Band title="Inside your organization">
        <Cell title="Support desks">One answer to one question, in every shift.</Cell>
        <Cell title="Compliance">
          See what is asked, what is missing in the documents, and which answers were corrected.
        </Cell>
        <Cell title="New colleagues">Ask Footnote instead of the next desk.</Cell>
      </Band>
      <Band title="With your partners">
        <Cell title="Agents and brokers">
          Product and state rules at hand while the customer is on the line.
        </Cell>
        <Cell title="Distributors">Their own themes, their own documents, nothing of anybody else's.</Cell>
        <Cell title="Service firms">Warranty and returns rules, by product, in the version in force.</Cell>
      </Band>
      <Band title="Your first 30 days">
        <Cell title="Week 1">Your first theme answers from your own documents, with receipts for each.</Cell>
        <Cell title="Weeks 2 and 3">
          Agents ask and rate; the gap list names the questions your documents do not answer.
        </Cell>
        <Cell title="Week 4">
          Reports show what was asked, how it was rated, and which documents carried the answers. The mark to
          measure yourselves against: 90% less time spent looking things up.
        </Cell>
      </Band>
      <section className="band">
        <h2>See it with your own documents</h2>
        <div className="buttons">
          <a href="/get-started" className="button primary">
            Request a demo
          </a>
          <a href="/" className="button">
            Back to home
          </a>
        </div>
      </section>
    </Frame>
  );
}
