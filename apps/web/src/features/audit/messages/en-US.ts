export const enUS = {
  title: 'Audit log',
  anyone: 'Everyone',
  mainAccount: 'Main account',
  goneAccount: 'Deleted account',
  dayFrom: 'From',
  dayTo: 'To',
  onlyObject: 'No. {id}',
  anyObject: 'Show all objects, not only no. {id}',

  none: 'Nothing here yet',
  noneHint: 'Whatever you and your staff change is written down here, and cannot be changed or deleted.',

  detail: 'What happened',
  object: '{kind} no. {id}',
  namedObject: '{kind} "{name}"',
  changes: 'What changed',
  noChanges: 'No field of a record was changed.',
  showHistory: 'Everything that happened to it',
}
