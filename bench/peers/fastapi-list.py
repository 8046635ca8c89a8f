"""B2: the list of happenings as FastAPI answers it with a response_model, from the database of the Kontor that it is
measured beside: the same rows by the same indexes, byte for byte the same answer.
"""

import hashlib
import os

import asyncpg
import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request
from pydantic import BaseModel

PAGE = """
    select happenings.id, happenings.name, happenings.type, happenings.ort, happenings.date::text as date,
      happenings.status, numbers.*
    from (select * from happenings order by {by} {way} nulls last, id limit $1 offset $2) as happenings
    cross join lateral (
      select coalesce(sum(ist_minutes), 0)::int as istzeit, coalesce(sum(soll_minutes), 0)::int as sollzeit,
        count(ist_minutes)::int as istentries,
        count(soll_minutes)::int as sollentries,
        count(*) filter (where ist_minutes is not null or absent)::int as recorded,
        count(*) filter (where lower(trim(time_entries.status)) is distinct from 'abgesagt'
          or ist_von is not null or ist_bis is not null or absent or to_withdraw)::int as entries
      from subhappenings join time_entries on time_entries.subhappening_id = subhappenings.id
      where subhappenings.happening_id = happenings.id) as numbers
    order by {by} {way} nulls last, happenings.id"""
PAGES = {
    sign + name: PAGE.format(by=f'happenings.{name} collate "de-x-icu"', way=way)
    for name in ("name", "type")
    for sign, way in (("+", "asc"), ("-", "desc"))
}
COUNT = "select count(*) from happenings"
SESSION = """
    select users.id, users.is_admin from sessions join users on users.id = sessions.user_id
    where token_hash = $1 and expires_at > now() and is_active"""

app = FastAPI()
known = {}


class Can(BaseModel):
    administer: bool


class Happening(BaseModel):
    id: int
    name: str
    type: str
    ort: str
    date: str
    status: str
    istzeit: int
    sollzeit: int
    istentries: int
    sollentries: int
    recorded: int
    entries: int
    can: Can


class Page(BaseModel):
    items: list[Happening]
    pages: int


@app.on_event("startup")
async def connect():
    known["database"] = await asyncpg.create_pool(
        host=os.environ["DB_HOST"],
        port=int(os.environ["DB_PORT"]),
        user=os.environ["DB_USER"],
        database=os.environ["DB_NAME"],
        min_size=8,
        max_size=8,
    )


async def find_caller(request: Request):
    hashed = hashlib.sha256(request.cookies.get("session", "").encode()).digest()
    caller = await known["database"].fetchrow(SESSION, hashed)
    if caller is None:
        raise HTTPException(401)
    if not caller["is_admin"]:
        raise HTTPException(403)
    return caller


@app.get("/happenings/", response_model=Page)
async def with_model(order_by: str, page: int = 0, per_page: int = 25, caller=Depends(find_caller)):
    rows = await known["database"].fetch(PAGES[order_by], per_page, page * per_page)
    count = await known["database"].fetchval(COUNT)
    return {
        "items": [{**row, "can": {"administer": True}} for row in rows],
        "pages": -(-count // per_page),
    }


uvicorn.run(
    app,
    host="127.0.0.1",
    port=int(os.environ["PORT"]),
    loop="uvloop",
    http="httptools",
    log_level="error",
    access_log=False,
)
