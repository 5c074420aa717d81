import { Fragment } from "react";

/** Characters of a server name that fit on one line in every layout. */
const fitsALine = 24;

/** An address that breaks before its server in a narrow space, and a long server at its dots: never within a word. */
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
