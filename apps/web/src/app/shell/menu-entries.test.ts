import { type Grants, type Permission, permissions } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { consolePaths, leadsToLogin } from '../../lib/public-paths.ts'
import type { ConsoleRoute, MenuGroup } from '../console-route.ts'
import { consoleRoutes, menuRoutes, movedPaths } from '../routes.tsx'
import { isGroup, menuEntries } from './menu-entries.ts'

const staff = (...permissions: Permission[]): Grants => ({
  isMain: false,
  activity: false,
  permissions: new Set(permissions),
})

const route = (path: `/${string}`, group?: MenuGroup): ConsoleRoute => ({
  path,
  title: 'region',
  hint: 'regionHint',
  icon: null,
  access: 'signedIn',
  Page: () => null,
  prefetch: () => undefined,
  ...(group ? { group } : {}),
})

describe('the side menu', () => {
  test('shows areas and stores to those who may manage them, and to the main account', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff())).not.toContain('/region')
    expect(paths(staff('store.manage'))).toContain('/region')
    expect(paths({ isMain: true, activity: false, permissions: new Set() })).toContain('/region')
  })

  test('shows coupons, vouchers and referrers under activity, between goods and statistics', () => {
    const entries = menuEntries(menuRoutes({ isMain: true, activity: true, permissions: new Set() }))
    const at = entries.findIndex((entry) => isGroup(entry) && entry.group === 'activity')
    const group = entries[at]
    expect(group && isGroup(group) && group.routes.map(({ path, title }) => [path, title])).toEqual([
      ['/coupon', 'coupon'],
      ['/gift', 'gift'],
      ['/referrer', 'referrer'],
    ])
    expect([entries[at - 1], entries[at + 1]]).toMatchObject([{ path: '/goods' }, { group: 'statistics' }])
  })

  test('shows the activity pages to a main account that has them, and to no other', () => {
    const every = new Set(Object.keys(permissions) as Permission[])
    for (const grants of [
      { isMain: true, activity: false, permissions: every },
      { isMain: false, activity: true, permissions: every },
      { isMain: false, activity: false, permissions: every },
    ])
      expect(menuEntries(menuRoutes(grants)).filter(isGroup)).not.toContainEqual(
        expect.objectContaining({ group: 'activity' }),
      )
    const pages = consoleRoutes.filter(({ path }) => /^\/(coupon|gift|referrer)\b/.test(path))
    expect(pages.map(({ path, access }) => [path, access])).toEqual([
      ['/coupon', 'activity'],
      ['/gift', 'activity'],
      ['/gift/print', 'activity'],
      ['/referrer', 'activity'],
    ])
  })

  test('shows devices and their alerts between the overview and the stores; one device is reached from there', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('store.manage', 'device.manage', 'home'))).toEqual([
      '/dashboard',
      '/device',
      '/refill',
      '/alerts',
      '/region',
    ])
    expect(paths(staff('device.remote'))).toEqual([])
    expect(paths(staff('device.refill'))).toEqual(['/device', '/refill'])
    expect(paths(staff('device.price'))).toEqual(['/device'])
    expect(paths(staff('device.setting'))).toEqual(['/device'])
    expect(consoleRoutes.map(({ path }) => path)).toContain('/device/:sn')
  })

  test('shows goods after areas and stores, to those who may manage them', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('goods.manage', 'store.manage'))).toEqual(['/region', '/goods'])
    expect(paths(staff('store.manage'))).not.toContain('/goods')
  })

  test('has for each permission alone its own entries, and none without a permission', () => {
    const entries = {
      home: ['/dashboard'],
      'order.buyBill': ['/buyOrder'],
      'order.refund': [],
      'store.manage': ['/region'],
      'device.manage': ['/device', '/refill', '/alerts'],
      'device.remote': [],
      'device.test': [],
      'device.init': [],
      'device.refill': ['/device', '/refill'],
      'device.price': ['/device'],
      'device.setting': ['/device'],
      'goods.manage': ['/goods'],
      'statistics.area': ['/sicArea'],
      'statistics.store': ['/sicStore'],
      'statistics.device': ['/sicDevice'],
      'statistics.goods': ['/sicGoods'],
      'statistics.report': ['/download'],
      'bank.payBill': [],
      'bank.manage': ['/bankcard'],
      'bank.settle': ['/settle', '/site'],
      'user.subUser': ['/subUser'],
      'user.role': ['/role'],
    } satisfies Record<Permission, string[]>
    const paths = (...granted: Permission[]) => menuRoutes(staff(...granted)).map(({ path }) => path)
    expect(paths()).toEqual([])
    const shown = (Object.keys(permissions) as Permission[]).map((one) => [one, paths(one)])
    expect(Object.fromEntries(shown)).toEqual(entries)
  })

  test('starts with the overview for those who have it, and ends with accounts and roles', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('home', 'user.subUser', 'user.role'))).toEqual(['/dashboard', '/subUser', '/role'])
    expect(paths(staff('home', 'order.buyBill'))).toEqual(['/dashboard', '/buyOrder'])
    expect(paths(staff('user.role'))).toEqual(['/role'])
  })

  test('shows members to the main account alone, first among accounts; their list is reached from the cards', () => {
    const main = menuEntries(menuRoutes({ isMain: true, activity: false, permissions: new Set() }))
    const account = main.find((entry) => isGroup(entry) && entry.group === 'account')
    const paths = account && isGroup(account) ? account.routes.map(({ path }) => path) : []
    expect(paths).toEqual(['/card', '/subUser', '/role', '/notify', '/integrations', '/audit'])
    expect(menuRoutes(staff('user.subUser', 'order.buyBill')).map(({ path }) => path)).not.toContain('/card')
    const others = consoleRoutes.filter(({ path }) => path === '/card' || path === '/member')
    expect(others.map(({ access, inMenu }) => [access, inMenu])).toEqual([
      ['main', undefined],
      ['main', false],
    ])
  })

  test('shows sales after the overview, refunds to the main account alone, and payments to nobody', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('home', 'order.buyBill', 'device.manage'))).toEqual([
      '/dashboard',
      '/buyOrder',
      '/device',
      '/refill',
      '/alerts',
    ])
    expect(paths(staff('bank.payBill', 'order.refund'))).toEqual([])
    const main = menuEntries(menuRoutes({ isMain: true, activity: false, permissions: new Set() }))
    const finance = main.find((entry) => isGroup(entry) && entry.group === 'finance')
    expect(finance && isGroup(finance) && finance.routes.map(({ path }) => path)).toEqual([
      '/refundBill',
      '/exceptions',
      '/bankcard',
      '/payAccount',
      '/fund',
      '/settle',
      '/site',
    ])
    expect(consoleRoutes.map(({ path }) => path)).toContain('/payOrder')
  })

  test('shows settlements to those who may see them, and funds to the main account alone', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('bank.settle'))).toEqual(['/settle', '/site'])
    expect(paths(staff('bank.manage', 'bank.payBill'))).not.toContain('/fund')
  })

  test('shows bank cards, funds and settlements together under finance, and cards to those who may manage them', () => {
    const paths = (grants: Grants) => menuRoutes(grants).map(({ path }) => path)
    expect(paths(staff('bank.manage'))).toEqual(['/bankcard'])
    expect(paths(staff('bank.settle', 'bank.payBill'))).not.toContain('/bankcard')
    const main = menuEntries(menuRoutes({ isMain: true, activity: false, permissions: new Set() }))
    const finance = main.find((entry) => isGroup(entry) && entry.group === 'finance')
    const titles = finance && isGroup(finance) ? finance.routes.map(({ path, title }) => [path, title]) : []
    expect(titles).toEqual(
      expect.arrayContaining([
        ['/bankcard', 'bankcard'],
        ['/fund', 'fund'],
        ['/settle', 'settle'],
      ]),
    )
  })

  test('shows the pages of statistics together after goods, each to those who may see it', () => {
    const statistics = {
      'statistics.area': '/sicArea',
      'statistics.store': '/sicStore',
      'statistics.device': '/sicDevice',
      'statistics.goods': '/sicGoods',
      'statistics.report': '/download',
    } as const satisfies Partial<Record<Permission, string>>
    for (const [permission, path] of Object.entries(statistics)) {
      const [group, ...others] = menuEntries(menuRoutes(staff(permission as Permission)))
      expect(group).toMatchObject({ group: 'statistics', routes: [{ path }] })
      expect(others).toEqual([])
    }
    const main = menuEntries(menuRoutes({ isMain: true, activity: false, permissions: new Set() }))
    const at = main.findIndex((entry) => isGroup(entry) && entry.group === 'statistics')
    const group = main[at]
    expect(group && isGroup(group) && group.routes.map(({ path }) => path)).toEqual(Object.values(statistics))
    expect(main[at - 1]).toMatchObject({ path: '/goods' })
  })

  test('an old address leads to a page of the table', () => {
    expect(movedPaths['/sicRegion']).toBe('/sicArea')
    const paths = consoleRoutes.map(({ path }) => path)
    for (const [from, to] of Object.entries(movedPaths)) {
      expect(paths).toContain(to)
      expect(paths).not.toContain(from)
    }
  })

  test('is known before the login, where any other address leads nowhere', () => {
    const known = ['/', ...consoleRoutes.map(({ path }) => path), ...Object.keys(movedPaths)]
    expect([...consolePaths].toSorted()).toEqual(known.toSorted())
    const paths = ['/Region/', '/device/8600100', '/goods/7/slots', '/', '/login']
    expect(paths.filter((path) => !leadsToLogin(path))).toEqual([])
    expect(['/no-such-page', '/device/1/2', '/goods/7', '/signup'].filter(leadsToLogin)).toEqual([])
  })

  test('puts the pages of a group together where the first of them stands', () => {
    const entries = menuEntries([
      route('/a'),
      route('/b', 'finance'),
      route('/c', 'account'),
      route('/d', 'finance'),
      route('/e'),
    ])
    expect(
      entries.map((entry) => (isGroup(entry) ? entry.routes.map(({ path }) => path) : entry.path)),
    ).toEqual(['/a', ['/b', '/d'], ['/c'], '/e'])
  })

  test('has no path twice, whatever its case', () => {
    const paths = consoleRoutes.map(({ path }) => path.toLowerCase())
    expect(new Set(paths).size).toBe(paths.length)
  })
})
