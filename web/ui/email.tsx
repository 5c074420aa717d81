import { Fragment } from "react";

/** An address that a narrow place breaks before its server or one of its dots, not within a word. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  if (at <= 0) return address;
  return (
    <>
      {address.slice(0, at)}
      {address
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </>
  );
}
