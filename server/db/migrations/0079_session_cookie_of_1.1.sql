-- Servers of 1.1 told by this column whether they may accept a session from the cookie `session`; none of them runs
-- beside this release.
-- contract: 2.0.0
alter table sessions drop column host_only;
