package io.github.dnfs4j.experiment.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.torch.Meeting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchTest {
    private static Meeting meeting(Map<String, String> environment) {
        return Launch.of(environment).orElseThrow();
    }

    @Test
    void launchersSayWhichRankThisIs() {
        Meeting torchrun = meeting(Map.of(
                "RANK", "3", "WORLD_SIZE", "8", "MASTER_ADDR", "10.0.0.7", "MASTER_PORT", "1234", "LOCAL_RANK", "1"));
        assertThat(torchrun.rank()).isEqualTo(3);
        assertThat(torchrun.size()).isEqualTo(8);
        assertThat(torchrun.host()).isEqualTo("10.0.0.7");
        assertThat(torchrun.port()).isEqualTo(1234);
        Meeting slurm = meeting(Map.of("SLURM_PROCID", "1", "SLURM_NTASKS", "2", "MASTER_ADDR", "node1"));
        assertThat(List.of(slurm.rank(), slurm.size(), slurm.host(), slurm.port()))
                .isEqualTo(List.of(1, 2, "node1", 29500));
        Meeting local = meeting(Map.of("RANK", "0", "WORLD_SIZE", "2"));
        assertThat(local.host()).as("nothing but this machine unless asked for").isEqualTo("127.0.0.1");
    }

    @Test
    void whoIsAloneStaysAlone() {
        assertThat(Launch.of(Map.of())).isEmpty();
        assertThat(Launch.of(Map.of("RANK", "0", "WORLD_SIZE", "1"))).isEmpty();
        assertThat(Launch.of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "16")))
                .as("a batch script, not a task of it")
                .isEmpty();
    }

    @Test
    void howRanksAddUpCanBeSaid() {
        assertThat(meeting(Map.of("RANK", "0", "WORLD_SIZE", "2")).cards()).isTrue();
        assertThat(meeting(Map.of("RANK", "0", "WORLD_SIZE", "2", "DNFS_COLLECTIVES", "gloo"))
                        .cards())
                .isFalse();
        Meeting one = meeting(Map.of("RANK", "0", "WORLD_SIZE", "1", "DNFS_COLLECTIVES", "always"));
        assertThat(one.size()).as("the way of several, to try it").isEqualTo(1);
        assertThat(one.cards()).isTrue();
        assertThatThrownBy(() -> Launch.of(Map.of("RANK", "0", "WORLD_SIZE", "2", "DNFS_COLLECTIVES", "nccl")))
                .hasMessage("unknown DNFS_COLLECTIVES 'nccl'; possible: auto, gloo, always");
    }

    @Test
    void whatIsNoRankIsNamed() {
        assertThatThrownBy(() -> Launch.of(Map.of("RANK", "1"))).hasMessage("RANK is set, but not WORLD_SIZE");
        assertThatThrownBy(() -> Launch.of(Map.of("RANK", "2", "WORLD_SIZE", "2")))
                .hasMessage("rank 2 is none of 0..1");
        assertThatThrownBy(() -> Launch.of(Map.of("RANK", "one", "WORLD_SIZE", "2")))
                .hasMessage("RANK must be a whole number, not 'one'");
    }

    @Test
    void aRankHasTheLineOfItsMakerButForTheNumberOfProcesses() {
        assertThat(Children.arguments(List.of("train", "ising", "--processes", "2", "--side=4"), "--processes"))
                .containsExactly("train", "ising", "--side=4");
        assertThat(Children.arguments(List.of("--processes=2", "train"), "--processes"))
                .containsExactly("train");
    }
}
