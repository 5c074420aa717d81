import { useEffect } from "react";
import { useSession } from "../session.tsx";
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
      There is nothing at this address. It may have been typed wrongly, or the page may have moved.
    </Message>
  );
}
