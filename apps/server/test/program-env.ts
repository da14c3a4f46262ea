/** The environment of a program that a test starts on a database of its own. */
export const programEnv = (
  databaseUrl: string,
  { dataDir, pepper }: { dataDir: string; pepper: string },
): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PEPPER: pepper,
  // Tests do not judge how fast a busy computer opens a connection.
  DATABASE_WAIT_SECONDS: '120',
})
