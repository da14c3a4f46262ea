import { expect, test } from 'vitest'

import { tenantlessIn } from './tenantless.ts'

test.each([
  'select * from "area" where "area"."tenant_id" = $1',
  'select * from store s join area a on a.tenant_id = $1 where s.tenant_id = $2',
  'select 1 from device where tenant_id = $1 and exists (select from device later where later.tenant_id = $2)',
  'insert into "audit" ("tenant_id", "at") values ($1, $2)',
  'delete from "job" where "tenant_id" = $1 and "job_id" in (select "job_id" from "job" where "tenant_id" = $2)',
  'insert into area (tenant_id, name) select $1, name from area where tenant_id = $2',
  'update "role" set "rev" = "rev" + $1 where "tenant_id" = $2 and "role_id" = $3',
  'delete from "session" where "tenant_id" = $1',
  'select * from login where username = $1',
  'select nextval($1)',
  'begin; select set_tenant(1)',
])('a statement that names its tenant is fine: %s', (statement) => {
  expect(tenantlessIn(statement)).toEqual([])
})

test.each([
  'select * from "area" where "area_id" = $1',
  'select * from store s join area a on a.area_id = s.area_id where s.tenant_id = $1',
  'select * from store s join area a on a.tenant_id = s.tenant_id where s.tenant_id = $1',
  'select * from store s join area a using (tenant_id, area_id) where s.tenant_id = $1',
  'select 1 from device where tenant_id = $1 and exists (select from device later where later.sn = device.sn)',
  'delete from "job" where "job_id" in (select "job_id" from "job" where "tenant_id" = $1)',
  'delete from "job" where "tenant_id" = $1 and "job_id" in (select "job_id" from "job" limit $2)',
  'update "role" set "rev" = $1 where "role_id" = $2',
  'delete from session where session_id = $1',
  'insert into "audit" ("at") values ($1)',
])('a statement that does not is found: %s', (statement) => {
  expect(tenantlessIn(statement)).toHaveLength(1)
})
