import { Modal } from "../ui/modal.tsx";
import { keysByPlace } from "./keys.ts";
import classes from "./keys-sheet.module.css";

/** All keys on one sheet. */
export default function KeysSheet({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={560}>
      <div className={classes.places}>
        {keysByPlace.map(([place, keys]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {keys.map(([pressed, does]) => (
                <div key={does}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
