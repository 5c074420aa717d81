import { useEffect, type KeyboardEvent, type RefObject } from "react";
import { maximumQuestion } from "#contract/answering/answers.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { Button } from "#web/ui/button.tsx";
import { canHover } from "#web/ui/can-hover.ts";
import { isKeyboardClick } from "#web/ui/is-keyboard-click.ts";
import { preloadAnswerText } from "./loaded-answer-text.tsx";
import { TagChips } from "#web/knowledge/tags/tag-chips.tsx";
import type { TagGroup } from "#web/knowledge/tags/tag-groups.ts";
import classes from "./composer.module.css";

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange(value: string): void;
  tags: SelectedTags;
  onRemoveTag(group: TagGroup, tag: string): void;
  isBusy: boolean;
  /** The chat's theme can't be asked. */
  isClosed?: boolean;
  onSend(): void;
  onStop(): void;
};

/** Enter sends; Shift+Enter inserts a newline. */
export function Composer(props: Props) {
  const { field, value, onChange, tags, onRemoveTag, isBusy, isClosed = false, onSend, onStop } = props;
  // people come here to ask
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches("body, main") === false;
    if (!isElsewhere && canHover()) field.current?.focus({ preventScroll: true });
  }, [field]);
  const isBlank = value.trim() === "";
  const press = (event: KeyboardEvent) => {
    // an Enter that ends an IME composition (Japanese, Chinese …) doesn't send
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isBlank && !isBusy && !isClosed) onSend();
  };
  return (
    <div className={classes.composer}>
      <div className={classes.chips}>
        <TagChips
          tags={tags}
          onRemove={(group, tag, isByKey) => {
            onRemoveTag(group, tag);
            if (isByKey) field.current?.focus();
          }}
        />
      </div>
      <textarea
        ref={field}
        className={classes.input}
        aria-label="Your question"
        placeholder="Type your question here..."
        rows={4}
        maxLength={maximumQuestion}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={() => void preloadAnswerText()}
      />
      <div className={classes.end}>
        <span className={classes.hint}>Enter sends · Shift+Enter: new line</span>
        {isBusy ? (
          <Button
            onClick={(event) => {
              onStop();
              if (isKeyboardClick(event)) field.current?.focus();
            }}
          >
            Stop
          </Button>
        ) : (
          <Button tone="primary" disabled={isBlank || isClosed} onClick={onSend}>
            Ask
          </Button>
        )}
      </div>
    </div>
  );
}
