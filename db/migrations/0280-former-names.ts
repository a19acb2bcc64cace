/** Names that accounts have given up. Nobody else can take one for a year (`docs/decisions/0038-former-names.md`). */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table former_name (
    digest bytea primary key,
    -- Both null after an erasure: then only the digest says that the name is held.
    uid uuid references account on delete cascade,
    user_name text,
    held_until timestamptz not null,
    check ((uid is null) = (user_name is null)),
    check (digest = sha256(convert_to(user_name, 'UTF8')))
  );
  create index former_name_uid on former_name (uid);
  create index former_name_held_until on former_name (held_until);
`

/**
 * Runs after the row is written. A statement that takes a name waits, at the unique key, for the transaction that gives the name up;
 * the query below starts after that wait and therefore sees what the transaction has stored. Such a name is refused with the error
 * of that key, which means the same to those who want the name.
 */
const triggers = `
  create function hold_former_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (
      select from former_name
      where digest = sha256(convert_to(new.user_name, 'UTF8')) and held_until > now() and uid is distinct from new.uid
    ) then
      raise unique_violation using message = 'the name is held', constraint = 'account_user_name_key', table = 'account';
    end if;
    delete from former_name where digest = sha256(convert_to(new.user_name, 'UTF8'));
    if tg_op = 'INSERT' then
      return null;
    end if;
    insert into former_name (digest, uid, user_name, held_until)
      values (sha256(convert_to(old.user_name, 'UTF8')), old.uid, old.user_name, now() + interval '1 year');
    if new.erased_at is null and (select count(*) from former_name where uid = new.uid and held_until > now()) > 5 then
      raise check_violation using message = 'too many names are held', constraint = 'former_name_limit', table = 'former_name';
    end if;
    return null;
  end $$;
  revoke execute on function hold_former_names() from public;
  create trigger former_names_refused after insert on account for each row execute function hold_former_names();
  create trigger former_names_held after update of user_name on account for each row
    when (old.user_name <> new.user_name) execute function hold_former_names();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [table, triggers]) await sql.raw(group).execute(db)
}
