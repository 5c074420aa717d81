import type { Citation, NearPassage } from "#contract/answering/answers.ts";
import { linesAround } from "./lines-around.ts";
import { PassageText } from "./passage-text.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./nearest-passages.module.css";

type Props = {
  passages: NearPassage[];
  /** null: the reader can't open documents. */
  onOpen: ((citation: Citation) => void) | null;
};

/** Passages to try when the documents don't answer: not sources, only the closest matches. */
export function NearestPassages({ passages, onOpen }: Props) {
  if (passages.length === 0) return null;
  return (
    <section className={classes.nearest} aria-label="Closest passages">
      <h3 className={classes.title}>Closest passages:</h3>
      <ul>
        {passages.map((passage) => (
          <li key={`${passage.documentId}/${passage.passage}`} className={classes.passage}>
            {onOpen === null ? (
              <p className={classes.place}>{placeOf(passage)}</p>
            ) : (
              <button
                type="button"
                className={classes.place}
                onClick={() => onOpen({ ...passage, marker: 0, quote: passage.passage, answering: [] })}
              >
                {placeOf(passage)}
              </button>
            )}
            <div className={classes.text}>
              <PassageText text={onOpen === null ? passage.passage : cardText(passage)} lit={null} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const placeOf = ({ documentName, page, section }: NearPassage) =>
  joinFacts([documentName, page === null ? "" : `page ${page}`, section]);

/** In a card, without empty lines, starting at the words closest to the question. */
function cardText({ passage, closest }: NearPassage): string {
  const text = closest === null ? passage : linesAround(passage, closest);
  return text.replaceAll(/\n\s*\n/g, "\n");
}
