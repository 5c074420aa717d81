import { samples, type Sample } from "./samples.ts";

/** Answers of the running product: marks highlight their notes and turn to the page; `samples-script.ts` adds the behavior. */
export function SampleAnswers() {
  return (
    <section className="samples" aria-label="Sample answers" data-samples="">
      <div role="tablist" aria-label="Sample answers" className="tabs">
        {samples.map(({ tab }, index) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`sample-tab-${index}`}
            aria-controls={`sample-${index}`}
            aria-selected={index === 0}
            tabIndex={index === 0 ? 0 : -1}
          >
            {tab}
          </button>
        ))}
      </div>
      {samples.map((sample, index) => (
        <div
          key={sample.tab}
          role="tabpanel"
          id={`sample-${index}`}
          aria-labelledby={`sample-tab-${index}`}
          className="answer"
          data-declined={sample.quotes.length === 0 || undefined}
          hidden={index > 0}
        >
          <Answer sample={sample} />
          <Sources sample={sample} />
        </div>
      ))}
    </section>
  );
}

function Answer({ sample: { question, quotes, reason } }: { sample: Sample }) {
  return (
    <div>
      <h2>{question}</h2>
      {quotes.length === 0 && <p className="said">The documents do not answer this</p>}
      {quotes.map(({ heading, words, after, marker }, index) => (
        <div key={marker}>
          {index === 1 && <p className="also">Also relevant</p>}
          <p className={index === 0 ? "said" : "said further"}>
            <b className="heading">{heading}</b>{" "}
            <b className="words" data-source={marker}>
              {words}
            </b>{" "}
            {after}
            <Mark marker={marker} />
          </p>
        </div>
      ))}
      {reason !== null && (
        <p className="reason">
          {reason.text}
          {reason.compares.map((marker, index) => (
            <span key={marker}>
              {index > 0 && " and"} <Mark marker={marker} />
            </span>
          ))}
        </p>
      )}
      {quotes.length === 0 && (
        <p className="counted">Added to your administrators' list of declined questions</p>
      )}
    </div>
  );
}

function Mark({ marker }: { marker: number }) {
  return (
    <sup>
      <button type="button" data-source={marker} aria-label={`Source ${marker}`}>
        {marker}
      </button>
    </sup>
  );
}

function Sources({ sample: { sources } }: { sample: Sample }) {
  if (sources.length === 0) return null;
  return (
    <div className="margin">
      <ol>
        {sources.map(({ marker, document, place, words, picture }) => (
          <li key={marker}>
            <button type="button" className="note" data-source={marker}>
              <b aria-hidden="true">{marker}</b>
              <span>
                <strong>{document}</strong>
                <span>{place}</span>
                {picture === null ? (
                  <q>{words}</q>
                ) : (
                  <img src={`/pictures/${picture}.webp`} alt={words} width={720} height={288} />
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {sources.map(({ marker, document, place, words, picture }) => (
        <div
          key={marker}
          className="turned"
          data-page={marker}
          hidden
          role="region"
          aria-label={document}
          tabIndex={-1}
        >
          <p>
            <strong>{document}</strong>
            <button type="button" data-close="">
              Close the page
            </button>
          </p>
          {picture === null ? (
            <blockquote>
              <b>{place}</b>
              <mark>{words}</mark>
            </blockquote>
          ) : (
            <img
              src={`/pictures/${picture}-page.webp`}
              alt={`${place}: ${words}`}
              width={900}
              height={900}
              loading="lazy"
            />
          )}
        </div>
      ))}
    </div>
  );
}
