/**
 * What a module needs from the modules above it. A module never imports one above it: it calls a hook, the module
 * above provides the function, and `src/wiring.ts` is the one list that connects them.
 */
import type { Ctx } from './ctx.ts'
import type { Tx } from './db.ts'

/** What still uses a record: the number of uses, and the names of the first few that the caller may see. */
export type Uses = { count: number; names: string[] }

export type Hooks = {
  /** Called before a store is deleted. The kind selects the text of the refusal. */
  storeUses: readonly { kind: 'devices' | 'staff'; of(ctx: Ctx, storeId: string): Promise<Uses> }[]
  /** Provided by the module that shows pictures. */
  pictureUse: {
    /** Called before a picture is deleted or replaced. `unseen` counts the uses that the caller may not see. */
    showing(ctx: Ctx, imageId: string): Promise<Uses & { unseen: number }>
    /** Called after the file of a picture was replaced. */
    replaced(ctx: Ctx, imageId: string): Promise<void>
    /** Deletes references to pictures of this file that were deleted before `deleted`. */
    forget(tx: Tx, tenantId: string, file: string, deleted: Date): Promise<void>
  }
  /** Called before goods are deleted. */
  goodsUses: readonly ((ctx: Ctx, goodsId: string) => Promise<Uses>)[]
  /** Called after goods got another name or another first picture. */
  goodsLooksChanged: readonly ((ctx: Ctx, goodsIds: readonly string[]) => Promise<void>)[]
  /** Gives all slots of a machine the same game price or winning rate. Returns the values before, for the audit. */
  setAllSlots(
    ctx: Ctx,
    machine: { device_id: string; sn: string },
    values: { game_price: number | undefined; rate: number | undefined },
  ): Promise<Record<string, unknown>>
}
