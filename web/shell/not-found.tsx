import { useEffect } from "react";
import { useSession } from "#web/kernel/session.tsx";
import { Message } from "./message.tsx";

export function NotFound() {
  const { user } = useSession();
  useEffect(() => {
    document.title = "404 Page Not Found";
  }, []);
  return (
    <Message
      title="404 Page Not Found"
      isOutside={user === null}
      action={user === null ? <a href="/">Back to home</a> : <a href="/dashboard">Go to your start page</a>}
    >
      There's nothing at this address. It may be mistyped, or the page may have moved.
    </Message>
  );
}
