-- How a background job ended is told by `outcome` alone. 1.1 wrote no outcome, but whether it had failed.
-- contract: 2.0.0
update background_results set outcome = 'failed' where failed and outcome is null;
alter table background_results drop column failed;
