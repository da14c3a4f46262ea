import { readFileSync } from 'node:fs'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { appRole, openDb } from '../src/kernel/db.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { monthlyTables } from '../src/kernel/months.ts'
import { cloneDatabase } from './postgres.ts'
import { globalTables } from './tables.ts'

let owner: pg.Client
let url: string

beforeAll(async () => {
  const { url: serverUrl, template } = inject('postgres')
  url = await cloneDatabase(serverUrl, template)
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
})
afterAll(() => owner.end())

async function column<T>(sql: string): Promise<T[]> {
  const { rows } = await owner.query<{ value: T }>(sql)
  return rows.map((row) => row.value)
}

const tenantTables = () =>
  column<string>(
    `select relname as value from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = 'public' and relkind in ('r', 'p') and relname <> all('{${globalTables.join(',')}}') order by 1`,
  )
const months = monthlyTables.map((table) => `${table}_2026_11`)

describe('the catalog', () => {
  test('every table is either listed as global or has tenant_id not null', async () => {
    const tables = await tenantTables()
    expect(tables.length).toBeGreaterThan(10)
    const withTenant = await column<string>(
      `select table_name::text as value from information_schema.columns
        where table_schema = 'public' and column_name = 'tenant_id' and is_nullable = 'NO' and data_type = 'bigint'
          and table_name not in ('chat_person', 'login', 'machine_owner', 'phone_login', 'push_endpoint') order by 1`,
    )
    expect(withTenant).toEqual(tables)
  })

  test('every tenant table has forced row-level security with one policy that reads and writes by tenant, and one by which its owner reads', async () => {
    const fenced = await column<string>(
      `select c.relname as value from pg_class c join pg_policy p on p.polrelid = c.oid
        where c.relrowsecurity and c.relforcerowsecurity and p.polcmd = '*' and p.polpermissive
          and pg_get_expr(p.polqual, p.polrelid) like '%(tenant_id = (NULLIF(current_setting(''app.tenant_id''%'
          and p.polname = 'tenant' and pg_get_expr(p.polqual, p.polrelid) = pg_get_expr(p.polwithcheck, p.polrelid)
        group by 1 having count(*) = 1 order by 1`,
    )
    expect(fenced).toEqual(await tenantTables())
    const others = await column<string>(
      `select polrelid::regclass::text as value from pg_policy
        where polname = 'owner_reads' and polcmd = 'r' and pg_get_expr(polqual, polrelid) = 'true'
          and polroles = array(select relowner from pg_class where oid = polrelid)
       union all
       select polrelid::regclass || ' ' || polname from pg_policy where polname not in ('owner_reads', 'tenant') order by 1`,
    )
    expect(others).toEqual(fenced)
  })

  test('rights that a restored dump has lost are granted again at the next start', async () => {
    const rights = () =>
      column<string>(
        `select concat_ws(' ', grantee::regrole, privilege_type, relname) as value
           from pg_class, aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and grantee <> relowner
         union all
         select concat_ws(' ', grantee::regrole, privilege_type, p.oid::regprocedure)
           from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner)))
          where pronamespace = 'public'::regnamespace and grantee <> proowner
          order by 1`,
      )
    const before = await rights()
    expect(before.length).toBeGreaterThan(20)
    await owner.query(
      `revoke all on all tables in schema public from ${appRole};
       revoke all on all sequences in schema public from ${appRole};
       revoke all on all functions in schema public from ${appRole};
       grant execute on all functions in schema public to public;
       revoke usage on schema public from ${appRole}`,
    )
    expect(await rights()).not.toEqual(before)
    await migrate(url, () => {})
    expect(await rights()).toEqual(before)
    expect(await column(`select has_schema_privilege('${appRole}', 'public', 'usage') as value`)).toEqual([
      true,
    ])
  })

  test('every key of a tenant table begins with tenant_id', async () => {
    const wrong = await column<string>(
      `select con.conname as value from pg_constraint con join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
        where nspname = 'public' and contype in ('p', 'u', 'f', 'x') and relname <> all('{${globalTables.join(',')}}')
          and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) <> 'tenant_id'
       union all
       select i.relname from pg_index x join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid join pg_namespace n on n.oid = c.relnamespace
        where nspname = 'public' and indisunique and c.relname <> all('{${globalTables.join(',')}}')
          and (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]) is distinct from 'tenant_id'`,
    )
    expect(wrong).toEqual([])
  })

  test('tenant tables have no triggers and no foreign key sets null', async () => {
    expect(
      await column(
        `select tgname as value from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'graphile_worker%'`,
      ),
    ).toEqual([])
    expect(
      await column(`select conname as value from pg_constraint where contype = 'f' and confdeltype = 'n'`),
    ).toEqual([])
  })

  test('months of tables are fenced as their tables are, and the application reaches them only through these', async () => {
    expect(await tenantTables()).toEqual(expect.arrayContaining(months))
    const open = months.flatMap((month) =>
      ['select', 'insert', 'update', 'delete'].map(
        (right) => `has_table_privilege('${appRole}', '${month}', '${right}')`,
      ),
    )
    expect(await column(`select ${open.join(' or ')} as value`)).toEqual([false])
  })

  test('the document for operators says how long each table is kept', async () => {
    const tables = await column<string>(
      `select relname as value from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const [, rows = ''] = document.split('| what | kept for | tables |\n')
    const named = rows
      .slice(0, rows.indexOf('\n\n'))
      .split('\n')
      .flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    expect([...new Set(named)].toSorted()).toEqual(tables)
  })

  test("the application's role owns nothing, bypasses nothing and cannot log in", async () => {
    const roles = await owner.query(
      `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles where rolname = $1`,
      [appRole],
    )
    expect(roles.rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false, rolcreatedb: false },
    ])
    expect(
      await column(`select relname as value from pg_class where relowner = '${appRole}'::regrole`),
    ).toEqual([])
  })

  test('the audit can be added to and read, not changed', async () => {
    const rights = await column<string>(
      `select privilege_type as value from information_schema.role_table_grants where grantee = '${appRole}' and table_name = 'audit' order by 1`,
    )
    expect(rights).toEqual(['INSERT', 'SELECT'])
  })
})

describe('without a merchant set', () => {
  test('the application sees no row of any tenant table and can add none', async () => {
    await owner.query(`insert into tenant values (1, 'One', 'CN', 'vm', null, null, now())`)
    const db = openDb(url, { waitSeconds: 120 })
    try {
      for (const table of (await tenantTables()).filter((one) => !months.includes(one))) {
        const rows = await db.main
          .selectFrom(table as 'tenant')
          .selectAll()
          .execute()
        expect(rows, table).toEqual([])
      }
      const add = db.main
        .insertInto('tenant')
        .values({ tenant_id: '2', mch_name: 'Two', country: 'CN', business: 'vm', created_at: new Date() })
        .execute()
      await expect(add).rejects.toThrow(/row-level security/)
    } finally {
      await db.close()
    }
  })
})
