/** The zone by whose days payment providers write statements: all of them count in this one. */
export const statementOffsetMinutes = 480
