/** `0.8 MB`, `120 kB`: enough to tell a large file from a small one. */
export const inMegabytes = (bytes: number): string =>
  bytes >= 100_000 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} kB`
