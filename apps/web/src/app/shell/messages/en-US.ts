export const enUS = {
  home: 'Start',
  dashboard: 'Overview',
  dashboardHint: 'What you look after, at a glance.',
  region: 'Area and stores',
  regionHint: 'Where your devices stand: areas, stores, contacts and cooperation.',
  subUser: 'Sub-accounts',
  subUserHint: 'Accounts for your staff, with a role and the stores and devices they look after.',
  role: 'Roles',
  roleHint: 'What each kind of staff may see and do.',
  audit: 'Audit log',
  auditHint: 'Who did what, when and from where, before and after.',

  activity: 'Activity',
  statistics: 'Statistics',
  finance: 'Finance',
  account: 'Account',

  menu: 'Menu',
  collapseMenu: 'Collapse menu',
  expandMenu: 'Expand menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
  brandHome: '{name}, start page',

  userMenu: 'Account of {name}',
  changeOperationPassword: 'Change operation password',
  setOperationPassword: 'Set operation password',
  resetLoginPassword: 'Reset login password',
  logOut: 'Log out',

  unlocked: 'Sensitive actions are unlocked until {until}. Lock now',
  locked: 'Locked. The next sensitive action asks for the operation password.',

  demo: 'Demo environment. Try anything you like.',
}
