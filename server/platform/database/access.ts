/** Address of a PostgreSQL server: a URL, or the embedded server's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string };

/**
 * The program's access to its database once the schema is up to date. It excludes the owner's connection: code that serves
 * a call can't own, alter or bypass the fences around companies.
 */
export type Access = {
  /** Acts inside one company at a time. */
  app: Connection;
  /** Acts across companies: sign-in, start-up, the queue, a super admin's lists. */
  platform: Connection;
  /** Proves to the database that this program named the company (`app_company()`); statements can't read it. */
  fenceKey: string;
};

/** The same server and database under another login. */
export function withLogin(connection: Connection, user: string, password: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, user, password };
  const url = new URL(connection.connectionString);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return { connectionString: url.toString() };
}

/** The login of a connection. */
export function loginOf(connection: Connection): { user: string; password: string } {
  if (!("connectionString" in connection)) return connection;
  const { username, password } = new URL(connection.connectionString);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

export const userOf = (connection: Connection): string => loginOf(connection).user;
