import { useEffect } from "react";
import { Message } from "./message.tsx";

export function NotFound() {
  useEffect(() => {
    document.title = "404 Page Not Found";
  }, []);
  return (
    <Message title="404 Page Not Found" action={<a href="/dashboard">Go to your start page</a>}>
      There is nothing at this address. It may have been typed wrongly, or what stood here has moved.
    </Message>
  );
}
