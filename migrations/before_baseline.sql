-- Changes of the tables between the last development version and the baseline of 0.1.0.
select 1;
