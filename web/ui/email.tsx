import { Fragment } from "react";

/** Letters of a server's name that find room on a line of their own wherever addresses stand. */
const fitsALine = 24;

/** An address that a narrow place breaks before its server, and a long server at its dots: not within a word. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  if (at <= 0) return address;
  const server = address.slice(at);
  const parts = server.length > fitsALine ? server.split(/(?=\.)/) : [server];
  return (
    <>
      {address.slice(0, at)}
      {parts.map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
