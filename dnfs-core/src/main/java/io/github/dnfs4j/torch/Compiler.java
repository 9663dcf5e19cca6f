package io.github.dnfs4j.torch;

import java.nio.charset.StandardCharsets;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;

/** NVRTC, NVIDIA's compiler as a library: sources in, a module loaded on the first card out. */
final class Compiler {
    private static final int CARD = 0;
    /** The first generation that rounds to bf16. */
    private static final int AMPERE = 80;

    private Compiler() {}

    /** Looked at once: the library does not come and go. */
    private static final class Found {
        static final String PROBLEM = look();

        private static String look() {
            try {
                int generation = generation();
                if (generation < AMPERE) {
                    return "they need compute capability 8.0, the card has " + generation / 10 + "." + generation % 10;
                }
                Loader.load(nvrtc.class);
                // Loading is not all that can fail: the compiler may be older than the card, or lack a part.
                load("probe", "extern \"C\" __global__ void probe() {}");
                return "";
            } catch (LinkageError | RuntimeException e) {
                return "NVRTC, a part of the CUDA toolkit, is not there or does not work (" + Torch.firstLine(e) + ")";
            }
        }
    }

    private static int generation() {
        int[] major = new int[1];
        int[] minor = new int[1];
        CudaGraph.check(cudart.cudaDeviceGetAttribute(major, cudart.cudaDevAttrComputeCapabilityMajor, CARD));
        CudaGraph.check(cudart.cudaDeviceGetAttribute(minor, cudart.cudaDevAttrComputeCapabilityMinor, CARD));
        return 10 * major[0] + minor[0];
    }

    /** Why nothing can be compiled here; empty where it can. Only for machines with a card. */
    static String problem() {
        return Found.PROBLEM;
    }

    /** Compiles a source; the module stays loaded. */
    static CUmod_st load(String name, String source) {
        try (Scope scope = Scope.open()) {
            // A module belongs to a context, and nothing may have made this thread one so far.
            CudaGraph.check(cudart.cudaSetDevice(CARD));
            _nvrtcProgram program = new _nvrtcProgram();
            checkCompiler(nvrtc.nvrtcCreateProgram(
                    program, new BytePointer(source), new BytePointer(name), 0, none(), none()));
            BytePointer architecture = new BytePointer("--gpu-architecture=sm_" + generation());
            // Not by a constructor: those that take one pointer read it as an array of them.
            PointerPointer<BytePointer> options = new PointerPointer<BytePointer>(1).put(0, architecture);
            int compiled = nvrtc.nvrtcCompileProgram(program, 1, options);
            if (compiled != nvrtc.NVRTC_SUCCESS) {
                throw new IllegalStateException("cannot compile " + name + ": " + log(program));
            }
            SizeTPointer size = new SizeTPointer(1);
            checkCompiler(nvrtc.nvrtcGetCUBINSize(program, size));
            BytePointer binary = new BytePointer(size.get());
            checkCompiler(nvrtc.nvrtcGetCUBIN(program, binary));
            CUmod_st module = new CUmod_st();
            CudaGraph.check(cudart.cuModuleLoadData(module, binary));
            checkCompiler(nvrtc.nvrtcDestroyProgram(program));
            return module;
        }
    }

    static CUfunc_st function(CUmod_st module, String name) {
        CUfunc_st function = new CUfunc_st();
        CudaGraph.check(cudart.cuModuleGetFunction(function, module, name));
        return function;
    }

    private static PointerPointer<Pointer> none() {
        return new PointerPointer<>((Pointer) null);
    }

    private static String log(_nvrtcProgram program) {
        SizeTPointer size = new SizeTPointer(1);
        nvrtc.nvrtcGetProgramLogSize(program, size);
        byte[] text = new byte[(int) size.get()];
        nvrtc.nvrtcGetProgramLog(program, text);
        return new String(text, StandardCharsets.UTF_8).strip();
    }

    private static void checkCompiler(int error) {
        if (error != nvrtc.NVRTC_SUCCESS) {
            throw new IllegalStateException(
                    "NVRTC: " + nvrtc.nvrtcGetErrorString(error).getString());
        }
    }
}
