import { Closing, Frame, Step } from "./frame.tsx";

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
      <Step
        number={1}
        title="Upload"
        picture="upload"
        alt="The documents of a theme, one of them with its receipt: pages, tables and words"
      >
        Drop PDF, Word and text files on a theme. Each gets a receipt of what was read, and what was not.
      </Step>
      <Step
        number={2}
        title="The AI learns"
        picture="learned"
        alt="A theme before its first question: tags, and questions made from its documents"
      >
        Documents are split along their own structure, indexed for their theme only, and tagged by partner,
        product, topic and state.
      </Step>
      <Step
        number={3}
        title="Ask"
        picture="asked"
        alt="A quoted answer with its sources in the margin, each with its page"
      >
        Staff, agents and partners ask in their own words; the answer arrives with its sources beside it.
      </Step>
      <Step
        number={4}
        title="Get answers"
        picture="page"
        alt="The answer with the cited page beside it, the words highlighted"
      >
        Each mark opens the page its sentence rests on, in the version that answered.
      </Step>
      <Points
        title="Security"
        points={[
          "Every row belongs to a company, and PostgreSQL itself refuses to show it to another one.",
          "Model keys are encrypted with your installation's own master key and are never shown again.",
          "Sign-ins, uploads, questions, answers and changes are recorded in the same step as they happen.",
        ]}
      />
      <Points
        title="Access"
        points={[
          "Super admins run the platform, workspace admins their company; agents ask the themes given to them.",
          "A change of role, password or status takes effect on the very next call.",
        ]}
      />
      <Points
        title="Inside your organization"
        points={[
          "Support desks give one answer to one question, in every shift.",
          "Compliance sees what is asked, what the documents leave out, and which answers were corrected.",
        ]}
      />
      <Points
        title="With your partners"
        points={[
          "Agents and brokers have product and state rules at hand while the customer is on the line.",
          "Distributors and service firms get their own themes and documents, and nobody else's.",
        ]}
      />
      <Points
        title="Your first 30 days"
        points={[
          "Week 1: your first theme answers from your own documents, with a receipt for each.",
          "Weeks 2 and 3: agents ask and rate; a list names the questions your documents do not answer.",
          "Week 4: reports show what was asked, how it was rated, and which documents were cited. A target: 90% less time searching.",
        ]}
      />
      <Closing />
    </Frame>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <section className="band">
      <h2>{title}</h2>
      <ul className="points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
