import { Modal } from "@mantine/core";
import {
  ArrowRight,
  Building2,
  FileText,
  History,
  Library,
  MessageCircleQuestion,
  MessageSquareText,
  Search,
  User,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useUser } from "#web/kernel/session.tsx";
import { useLayer } from "#web/ui/layers.ts";
import { useCommands } from "./commands.ts";
import { showKeys } from "./keys.ts";
import { keepRecent } from "./recent.ts";
import type { Command } from "./command.ts";
import classes from "./command-menu.module.css";

type Props = {
  /** Text typed before the field had focus. */
  takeTyped(): string;
  onClose(): void;
};

/** Finds everything by name: arrow keys select, Enter runs, Escape closes. */
export default function CommandMenu({ takeTyped, onClose }: Props) {
  const isCovered = useLayer(true);
  return (
    <Modal.Root
      lockScroll={false}
      opened
      inert={isCovered}
      onClose={onClose}
      size={560}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Commands">
        <Modal.Body>
          <Menu takeTyped={takeTyped} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Menu({ takeTyped, onClose }: Props) {
  const user = useUser();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { sections, isBusy } = useCommands(typed);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const commands = sections.flatMap((section) => section.commands);
  // server results may shorten the list below the selected index
  const at = Math.min(chosen, commands.length - 1);
  const active = commands[at];
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    keepRecent(user.id, command);
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = commands.length - 1;
    const next = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 5),
      PageUp: Math.max(0, at - 5),
    }[event.key];
    if (next !== undefined) setChosen(next);
    else if (event.key === "Enter") run(active);
    else return;
    event.preventDefault();
  };
  const hasAny = commands.length > 0;
  return (
    <>
      <div className={classes.field}>
        <Search size={17} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Ask a question, or search for a screen, a theme, a person or an action"
          aria-autocomplete="list"
          aria-expanded={hasAny}
          aria-controls={hasAny ? `${id}-list` : undefined}
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
          placeholder="Ask a question, or find a screen, theme, person, document …"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onFocus={() => {
            const early = takeTyped();
            setTyped((now) => now + early);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      {hasAny ? (
        <div ref={list} id={`${id}-list`} className={classes.list} role="listbox" aria-label="Commands">
          {sections.map((section) => (
            <div key={section.title} role="group" aria-label={section.title}>
              <p className={classes.title} aria-hidden>
                {section.title}
              </p>
              {section.commands.map((command) => (
                <div
                  key={command.id}
                  id={`${id}-${command.id}`}
                  role="option"
                  aria-selected={command === active}
                  className={classes.option}
                  onMouseMove={() => setChosen(commands.indexOf(command))}
                  onClick={() => run(command)}
                >
                  <Icon section={section.title} />
                  <span>{command.label}</span>
                  {command.note && <span className={classes.note}>{command.note}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
      ) : (
        <p className={classes.none} role="status">
          {isBusy ? "Searching …" : `No matches for “${typed.trim()}”.`}
        </p>
      )}
      <div className={classes.foot}>
        <span aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> select <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
        <button
          type="button"
          onClick={() => {
            onClose();
            showKeys();
          }}
        >
          All keys
        </button>
      </div>
    </>
  );
}

const icons: Record<string, LucideIcon> = {
  Recent: History,
  Ask: MessageCircleQuestion,
  "Go to": ArrowRight,
  Actions: Zap,
  "Work in company": Building2,
  Themes: Library,
  Questions: MessageSquareText,
  People: User,
  Documents: FileText,
};

function Icon({ section }: { section: string }) {
  const Sign = icons[section];
  return Sign === undefined ? null : <Sign size={15} aria-hidden className={classes.icon} />;
}
