import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link2, Pencil, Pin } from "lucide-react";
import { useState } from "react";
import { longestChatName } from "#contract/answering/chats.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { keptChatsQuery, useNameChat, usePinChat } from "./chat-queries.ts";
import classes from "./chat-line.module.css";

type Props = {
  /** The chat's number; null while it has no question yet. */
  id: number | null;
  /** Who asked, if it was somebody else. */
  person: string | null;
};

/** The name of the chat on screen, and what its asker can do with it; keeps its height before there is one. */
export function ChatLine({ id, person }: Props) {
  return (
    <div className={classes.line}>
      {person !== null ? (
        <p className={classes.note}>Asked by {person}. A question of yours starts a chat of your own.</p>
      ) : (
        id !== null && <OwnChat key={id} id={id} />
      )}
    </div>
  );
}

function OwnChat({ id }: { id: number }) {
  const { data: kept } = useQuery(keptChatsQuery(""));
  const own = kept?.find((chat) => chat.id === id);
  const [draft, setDraft] = useState<string | null>(null);
  const name = useNameChat();
  const pin = usePinChat();
  const shown = name.isPending ? name.variables.name : (own?.name ?? "");
  const isPinned = pin.isPending ? pin.variables.isPinned : own?.isPinned === true;
  const save = async () => {
    const named = draft?.trim() ?? "";
    setDraft(null);
    if (named === shown) return;
    try {
      await name.mutateAsync({ id, name: named });
    } catch (failure) {
      toastError("The name was not saved", reasonOf(failure));
    }
  };
  const togglePin = async () => {
    try {
      await pin.mutateAsync({ id, isPinned: !isPinned });
    } catch (failure) {
      toastError(isPinned ? "The chat is still pinned" : "The chat was not pinned", reasonOf(failure));
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/agent-workbench?chat=${id}`);
      toast("Link copied", "It opens this chat for you and for your administrators.");
    } catch {
      toastError("The link was not copied", "Copy it from the address bar.");
    }
  };
  if (draft !== null)
    return (
      <TextInput
        size="xs"
        className={classes.field}
        aria-label="Name of this chat"
        placeholder="Name of this chat"
        maxLength={longestChatName}
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void save();
          if (event.key === "Escape") setDraft(null);
        }}
      />
    );
  return (
    <>
      <span className={classes.name} data-named={shown !== "" || undefined} title={shown || undefined}>
        {shown || "This chat"}
      </span>
      <IconButton icon={Pencil} size="small" label="Name this chat" onClick={() => setDraft(shown)} />
      <IconButton
        icon={Pin}
        size="small"
        label="Pin this chat"
        pressed={isPinned}
        onClick={() => void togglePin()}
      />
      <IconButton icon={Link2} size="small" label="Copy the link to this chat" onClick={() => void copy()} />
    </>
  );
}
