export const enUS = {
  home: 'Start',
  region: 'Area and stores',
  regionHint: 'Where your devices stand: areas, stores, contacts and cooperation.',

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

  demo: 'Demo environment. Try anything you like.',
}
