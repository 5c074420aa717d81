import { Fragment } from "react";
import classes from "./email.module.css";

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

/** An address below the name of its person: on one line, cut at its end where the room is narrow. */
export function EmailLine({ address }: { address: string }) {
  return (
    <span className={classes.line} title={address}>
      {address}
    </span>
  );
}
