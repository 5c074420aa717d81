import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useState } from "react";

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onSearch(value: string): void;
  className?: string;
  /** Above the field, like its neighbors' labels. */
  isLabelShown?: boolean;
};

/** Long enough to send one request per word, short enough to feel immediate. */
const pauseMs = 250;

/**
 * Searches when typing pauses or focus leaves, so a page clicked right away belongs to the new results; not if the words
 * are unchanged. Follows outside changes of the value (back, 'Clear').
 */
export function SearchInput({ label, placeholder, value, onSearch, className, isLabelShown = false }: Props) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  const tell = useDebouncedCallback((next: string) => {
    setTold(next);
    if (next.trim() !== value.trim()) onSearch(next);
  }, pauseMs);
  if (value !== seen) {
    setSeen(value);
    if (value !== told) setTyped(value);
  }
  return (
    <TextInput
      type="search"
      {...(isLabelShown ? { label } : { "aria-label": label })}
      placeholder={placeholder}
      className={className}
      leftSection={<Search size={15} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
      onBlur={() => tell.flush()}
    />
  );
}
