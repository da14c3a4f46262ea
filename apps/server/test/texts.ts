/** As English says it. */
export const secondsText = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
